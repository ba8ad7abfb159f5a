/* oxlint-disable */
// @ts-nocheck
// Generated from templates/ by `node scripts/compile-templates.ts`. Do not edit it by hand.

type TemplateSpecification = Parameters<typeof import('handlebars').template>[0];

/** The built-in templates as Handlebars compiles them, by name. */
// prettier-ignore
export const TEMPLATES: Readonly<Record<string, TemplateSpecification>> = {
report: {"0":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "hasSection", {"start":{"line":7}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "error", {"start":{"line":8}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.program(3, data, 0),"data":data})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "> ❌ "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "failure", {"start":{"line":9}} ), depth0))
+ "\n\n";
},"3":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "### "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":12}} )).call(alias2,alias1(depth0, "title", {"start":{"line":12}} ),{"name":"prose","hash":{},"data":data}))
+ "\n\n"
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(lookupProperty(depth0,"says"), "section", {"start":{"line":14}} ),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"section"),depth0,{"name":"section","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"4":function(container,depth0,helpers,partials,data) {
return container.escapeExpression(container.lambda(depth0, depth0))
+ "\n\n";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return "\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"queries"),depth0,{"name":"queries","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "## "
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"says"), "heading", {"start":{"line":1}} ), depth0))
+ "\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"gates"),depth0,{"name":"gates","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"releases"),depth0,{"name":"releases","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"top"),depth0,{"name":"top","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "insights", {"start":{"line":6}} ),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"signals"),depth0,{"name":"signals","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"notShown"),depth0,{"name":"notShown","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "---\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"footer"),depth0,{"name":"footer","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "queries", {"start":{"line":27}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
compact: {"0":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "error", {"start":{"line":7}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(2, data, 0),"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "> ❌ "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "failure", {"start":{"line":8}} ), depth0))
+ "\n\n";
},"2":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "rowCount", {"start":{"line":10}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(6, data, 0),"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "<details><summary>"
+ container.escapeExpression((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":11}} )).call(alias2,alias1(lookupProperty(depth0,"says"), "summary", {"start":{"line":11}} ),{"name":"html","hash":{},"data":data}))
+ "</summary>\n\n"
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(lookupProperty(depth0,"says"), "folded", {"start":{"line":13}} ),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rows", {"start":{"line":17}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"remarks"),depth0,{"name":"remarks","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "</details>\n\n";
},"4":function(container,depth0,helpers,partials,data) {
return container.escapeExpression(container.lambda(depth0, depth0))
+ "\n\n";
},"5":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"table")||container.strict(depth0, "table", {"start":{"line":18}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"table","hash":{},"data":data}))
+ "\n\n";
},"6":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(lookupProperty(depth0,"says"), "folded", {"start":{"line":25}} ),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"remarks"),depth0,{"name":"remarks","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty;

return "### "
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"says"), "heading", {"start":{"line":1}} ), depth0))
+ "\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"gates"),depth0,{"name":"gates","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"releases"),depth0,{"name":"releases","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"top"),depth0,{"name":"top","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "insights", {"start":{"line":6}} ),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"signals"),depth0,{"name":"signals","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"notShown"),depth0,{"name":"notShown","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"footer"),depth0,{"name":"footer","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true}
};

/** The built-in partials as Handlebars compiles them, by name. */
// prettier-ignore
export const PARTIALS: Readonly<Record<'footer' | 'gates' | 'headline' | 'notShown' | 'queries' | 'remarks' | 'releases' | 'section' | 'signals' | 'top', TemplateSpecification>> = {
footer: {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "<sub>"
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "footer", {"start":{"line":1}} ), depth0))
+ "</sub>\n";
},"useData":true},
gates: {"0":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"gateTable")||alias1(depth0, "gateTable", {"start":{"line":2}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "gates", {"start":{"line":2}} ),alias1(depth0, "period", {"start":{"line":2}} ),{"name":"gateTable","hash":{},"data":data}))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "gates", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true},
headline: {"0":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "glance", {"start":{"line":2}} ), depth0))
+ "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
return container.escapeExpression(container.lambda(depth0, depth0))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(lookupProperty(depth0,"says"), "glance", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(lookupProperty(depth0,"says"), "more", {"start":{"line":5}} ),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true},
notShown: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty;

return "**"
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"notShown"), "text", {"start":{"line":2}} ), depth0))
+ "** to stay within what this place can hold."
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":3}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(2, data, 0),"data":data})) != null ? stack1 : "")
+ "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return " "
+ container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":3}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":3}} ),"The whole report",{"name":"link","hash":{},"data":data}))
+ ".";
},"2":function(container,depth0,helpers,partials,data) {
return " The whole report is the file that the output `report-path` names.";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "notShown", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true},
queries: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "**"
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":6}} )).call(alias2,alias1(depth0, "title", {"start":{"line":6}} ),{"name":"prose","hash":{},"data":data}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "id", {"start":{"line":6}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "\n\n"
+ alias3((lookupProperty(helpers,"fence")||alias1(depth0, "fence", {"start":{"line":8}} )).call(alias2,alias1(depth0, "query", {"start":{"line":8}} ),"json",{"name":"fence","hash":{},"data":data}))
+ "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return " · insight "
+ container.escapeExpression((lookupProperty(helpers,"code")||alias1(depth0, "code", {"start":{"line":6}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "id", {"start":{"line":6}} ),{"name":"code","hash":{},"data":data}));
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty;

return "<details><summary>The queries behind these numbers, and how to read them</summary>\n\n"
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"says"), "reading", {"start":{"line":3}} ), depth0))
+ "\n\n"
+ ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "queries", {"start":{"line":5}} ),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "</details>\n";
},"useData":true},
remarks: {"0":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "gone", {"start":{"line":2}} ), depth0))
+ "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "<sub>"
+ container.escapeExpression((lookupProperty(helpers,"prose")||container.strict(depth0, "prose", {"start":{"line":6}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"prose","hash":{},"data":data}))
+ "</sub>\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(lookupProperty(depth0,"says"), "gone", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "notes", {"start":{"line":5}} ),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true},
releases: {"0":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"releaseSections")||alias1(depth0, "releaseSections", {"start":{"line":2}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "releases", {"start":{"line":2}} ),{"name":"releaseSections","hash":{},"data":data}))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "releases", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true},
section: {"0":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "long", {"start":{"line":2}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(3, data, 0),"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "<details><summary>"
+ alias3((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":3}} )).call(alias2,alias1(lookupProperty(depth0,"says"), "fold", {"start":{"line":3}} ),{"name":"html","hash":{},"data":data}))
+ "</summary>\n\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "diagram", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ alias3((lookupProperty(helpers,"table")||alias1(depth0, "table", {"start":{"line":9}} )).call(alias2,depth0,{"name":"table","hash":{},"data":data}))
+ "\n\n</details>\n\n";
},"2":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"fence")||alias1(depth0, "fence", {"start":{"line":6}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "diagram", {"start":{"line":6}} ),"mermaid",{"name":"fence","hash":{},"data":data}))
+ "\n\n";
},"3":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"table")||container.strict(depth0, "table", {"start":{"line":14}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"table","hash":{},"data":data}))
+ "\n\n";
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"versionTable")||alias1(depth0, "versionTable", {"start":{"line":19}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "versions", {"start":{"line":19}} ),{"name":"versionTable","hash":{},"data":data}))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rows", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "versions", {"start":{"line":18}} ),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"remarks"),depth0,{"name":"remarks","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
signals: {"0":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"signalTable")||alias1(depth0, "signalTable", {"start":{"line":2}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "signals", {"start":{"line":2}} ),{"name":"signalTable","hash":{},"data":data}))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "signals", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true},
top: {"0":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "❌ "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "failure", {"start":{"line":2}} ), depth0))
+ "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "⚠️ "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "missed", {"start":{"line":6}} ), depth0))
+ "\n\n";
},"2":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(lookupProperty(depth0,"says"), "comparison", {"start":{"line":10}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "highlights", {"start":{"line":14}} ),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(lookupProperty(depth0,"says"), "usual", {"start":{"line":17}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highlightsMore", {"start":{"line":20}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "\n";
},"3":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "comparison", {"start":{"line":11}} ), depth0))
+ "\n\n";
},"4":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "- "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "highlight", {"start":{"line":15}} ), depth0))
+ "\n";
},"5":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "- "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "usual", {"start":{"line":18}} ), depth0))
+ "\n";
},"6":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty;

return "- "
+ container.escapeExpression((((helper = lookupProperty(helpers,"highlightsMore") || container.strict(depth0, "highlightsMore", {"start":{"line":21}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"highlightsMore","hash":{},"data":data}) : helper)))
+ " more below\n";
},"7":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "highlights", {"start":{"line":25}} ),{"name":"each","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"says"), "highlight", {"start":{"line":26}} ), depth0))
+ "\n\n";
},"9":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "<sub>"
+ container.escapeExpression((lookupProperty(helpers,"prose")||container.strict(depth0, "prose", {"start":{"line":31}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"prose","hash":{},"data":data}))
+ "</sub>\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(lookupProperty(depth0,"says"), "failure", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(lookupProperty(depth0,"says"), "missed", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "several", {"start":{"line":9}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.program(7, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "notes", {"start":{"line":30}} ),{"name":"each","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true}
};
