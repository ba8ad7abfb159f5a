/* eslint-disable */
// @ts-nocheck
// Generated from templates/ by `node scripts/compile-templates.ts`. Do not edit it by hand.

type TemplateSpecification = Parameters<typeof import('handlebars').template>[0];

/** The built-in templates as Handlebars compiles them, by name. */
// prettier-ignore
export const TEMPLATES: Readonly<Record<string, TemplateSpecification>> = {
report: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty;

return " · "
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "dates", {"start":{"line":1}} ), depth0))
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"period"), "soFar", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "soFar", {"start":{"line":1}} ), depth0));
},"2":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":7}} )).call(alias2,alias1(depth0, "error", {"start":{"line":7}} ),alias1(depth0, "rowCount", {"start":{"line":7}} ),alias1(depth0, "gone", {"start":{"line":7}} ),alias1(depth0, "notes", {"start":{"line":7}} ),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":7}} )).call(alias2,alias1(depth0, "highlighted", {"start":{"line":7}} ),{"name":"not","hash":{},"data":data}),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":7}} )).call(alias2,alias1(depth0, "samePeriod", {"start":{"line":7}} ),{"name":"not","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "### "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":8}} )).call(alias2,alias1(depth0, "title", {"start":{"line":8}} ),{"name":"prose","hash":{},"data":data}))
+ "\n\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "error", {"start":{"line":10}} ),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.program(5, data, 0),"data":data})) != null ? stack1 : "");
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return "> ❌ Could not be reported: "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":11}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"error"), "message", {"start":{"line":11}} ),{"name":"prose","hash":{},"data":data}))
+ "\n\n";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "highlighted", {"start":{"line":14}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.program(7, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"section"),depth0,{"name":"section","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"6":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"more"),depth0,{"name":"more","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"7":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"headline"),depth0,{"name":"headline","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n";
},"8":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return "\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"queries"),depth0,{"name":"queries","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "## "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":1}} )).call(alias2,alias1(depth0, "title", {"start":{"line":1}} ),{"name":"prose","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "period", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"gates"),depth0,{"name":"gates","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"releases"),depth0,{"name":"releases","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"top"),depth0,{"name":"top","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "insights", {"start":{"line":6}} ),{"name":"each","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"signals"),depth0,{"name":"signals","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"notShown"),depth0,{"name":"notShown","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "---\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"footer"),depth0,{"name":"footer","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "queries", {"start":{"line":29}} ),{"name":"if","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
compact: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty;

return " · "
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "dates", {"start":{"line":1}} ), depth0))
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"period"), "soFar", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "soFar", {"start":{"line":1}} ), depth0));
},"2":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "error", {"start":{"line":7}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(4, data, 0),"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "> ❌ **"
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":8}} )).call(alias2,alias1(depth0, "title", {"start":{"line":8}} ),{"name":"prose","hash":{},"data":data}))
+ "** could not be reported: "
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":8}} )).call(alias2,alias1(lookupProperty(depth0,"error"), "message", {"start":{"line":8}} ),{"name":"prose","hash":{},"data":data}))
+ "\n\n";
},"4":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "rowCount", {"start":{"line":10}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.program(12, data, 0),"data":data})) != null ? stack1 : "");
},"5":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "<details><summary>"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"summary"),depth0,{"name":"summary","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "</summary>\n\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highlighted", {"start":{"line":13}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.program(7, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rows", {"start":{"line":23}} ),{"name":"if","hash":{},"fn":container.program(11, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"remarks"),depth0,{"name":"remarks","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "</details>\n\n";
},"6":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"more"),depth0,{"name":"more","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"7":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "experiments", {"start":{"line":15}} ),{"name":"if","hash":{},"fn":container.program(8, data, 0),"inverse":container.program(9, data, 0),"data":data})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"headline"),depth0,{"name":"headline","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n";
},"9":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "samePeriod", {"start":{"line":18}} ),{"name":"unless","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"10":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"when"),depth0,{"name":"when","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n\n";
},"11":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"table")||container.strict(depth0, "table", {"start":{"line":24}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"table","hash":{},"data":data}))
+ "\n\n";
},"12":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "highlighted", {"start":{"line":31}} ),{"name":"if","hash":{},"fn":container.program(13, data, 0),"inverse":container.program(15, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"remarks"),depth0,{"name":"remarks","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"13":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":32}} )).call(alias2,alias1(depth0, "gone", {"start":{"line":32}} ),alias1(depth0, "notes", {"start":{"line":32}} ),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":32}} )).call(alias2,alias1(depth0, "samePeriod", {"start":{"line":32}} ),{"name":"not","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(14, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"more"),depth0,{"name":"more","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"14":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return "**"
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":33}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "title", {"start":{"line":33}} ),{"name":"prose","hash":{},"data":data}))
+ "**:\n\n";
},"15":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "**"
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":38}} )).call(alias2,alias1(depth0, "title", {"start":{"line":38}} ),{"name":"prose","hash":{},"data":data}))
+ "**: no "
+ alias3((((helper = lookupProperty(helpers,"counted") || alias1(depth0, "counted", {"start":{"line":38}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"counted","hash":{},"data":data}) : helper)))
+ " in this period"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":38}} )).call(alias2,alias1(depth0, "previousTotal", {"start":{"line":38}} ),0,{"name":"gt","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(16, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "."
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":38}} ),{"name":"unless","hash":{},"fn":container.program(17, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "\n\n";
},"16":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":38}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "previousTotal", {"start":{"line":38}} ),alias1(depth0, "unit", {"start":{"line":38}} ),alias1(depth0, "format", {"start":{"line":38}} ),{"name":"amount","hash":{},"data":data}))
+ " before";
},"17":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return " "
+ ((stack1 = container.invokePartial(lookupProperty(partials,"when"),depth0,{"name":"when","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ".";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "### "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":1}} )).call(alias2,alias1(depth0, "title", {"start":{"line":1}} ),{"name":"prose","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "period", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"gates"),depth0,{"name":"gates","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"releases"),depth0,{"name":"releases","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"top"),depth0,{"name":"top","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "insights", {"start":{"line":6}} ),{"name":"each","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"signals"),depth0,{"name":"signals","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"notShown"),depth0,{"name":"notShown","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"footer"),depth0,{"name":"footer","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true}
};

/** The built-in partials as Handlebars compiles them, by name. */
// prettier-ignore
export const PARTIALS: Readonly<Record<'figures' | 'footer' | 'gates' | 'glance' | 'headline' | 'more' | 'news' | 'notShown' | 'queries' | 'remarks' | 'releases' | 'section' | 'signals' | 'summary' | 'top' | 'verdict' | 'when', TemplateSpecification>> = {
figures: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "average", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highest", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "average **"
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(depth0, "average", {"start":{"line":1}} ),alias1(depth0, "format", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ "** · "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "leadsWithAverage", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "averageChange", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "total", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return "**"
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":1}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "averageChange", {"start":{"line":1}} ),{"name":"delta","hash":{},"data":data}))
+ "** · ";
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(depth0, "total", {"start":{"line":1}} ),alias1(depth0, "format", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ " different "
+ alias3((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":1}} )).call(alias2,alias1(depth0, "total", {"start":{"line":1}} ),"user","users",{"name":"plural","hash":{},"data":data}))
+ " in the period · ";
},"5":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.escapeExpression, lookupProperty = container.lookupProperty;

return "highest **"
+ alias2(container.lambda(alias1(lookupProperty(depth0,"highest"), "label", {"start":{"line":1}} ), depth0))
+ "** ("
+ alias2((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"highest"), "value", {"start":{"line":1}} ),alias1(depth0, "format", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ ") · ";
},"6":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=container.escapeExpression, alias3=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "lowest **"
+ alias2(container.lambda(alias1(lookupProperty(depth0,"lowest"), "label", {"start":{"line":1}} ), depth0))
+ "** ("
+ alias2((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias3,alias1(lookupProperty(depth0,"lowest"), "value", {"start":{"line":1}} ),alias1(depth0, "format", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ ") · "
+ ((stack1 = lookupProperty(helpers,"if").call(alias3,alias1(depth0, "last", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"7":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":1}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"last"), "key", {"start":{"line":1}} ),alias1(lookupProperty(depth0,"lowest"), "key", {"start":{"line":1}} ),{"name":"eq","hash":{},"data":data}),(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"last"), "key", {"start":{"line":1}} ),alias1(lookupProperty(depth0,"highest"), "key", {"start":{"line":1}} ),{"name":"eq","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "last"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(lookupProperty(depth0,"period"), "complete", {"start":{"line":1}} ),{"name":"unless","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ " **"
+ alias3(container.lambda(alias1(lookupProperty(depth0,"last"), "label", {"start":{"line":1}} ), depth0))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"last"), "value", {"start":{"line":1}} ),alias1(depth0, "format", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ ") · ";
},"9":function(container,depth0,helpers,partials,data) {
return " complete";
},"10":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return alias3((((helper = lookupProperty(helpers,"trendText") || alias1(depth0, "trendText", {"start":{"line":1}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"trendText","hash":{},"data":data}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"sparkline")||alias1(depth0, "sparkline", {"start":{"line":1}} )).call(alias2,alias1(depth0, "trend", {"start":{"line":1}} ),{"name":"sparkline","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "marks", {"start":{"line":1}} ),{"name":"each","hash":{},"fn":container.program(11, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"11":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3="function", alias4=container.escapeExpression, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(data, "first", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(12, data, 0),"inverse":container.program(13, data, 0),"data":data})) != null ? stack1 : "")
+ alias4((((helper = lookupProperty(helpers,"text") || alias1(depth0, "text", {"start":{"line":1}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"text","hash":{},"data":data}) : helper)))
+ " on "
+ alias4((((helper = lookupProperty(helpers,"day") || alias1(depth0, "day", {"start":{"line":1}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"day","hash":{},"data":data}) : helper)))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(data, "last", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(14, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"12":function(container,depth0,helpers,partials,data) {
return " (";
},"13":function(container,depth0,helpers,partials,data) {
return ", ";
},"14":function(container,depth0,helpers,partials,data) {
return ")";
},"15":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "cutOff", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(16, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":1}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data}) : helper)));
},"16":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "hidden", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(17, data, 0),"inverse":container.program(18, data, 0),"data":data})) != null ? stack1 : "");
},"17":function(container,depth0,helpers,partials,data) {
return "at least ";
},"18":function(container,depth0,helpers,partials,data) {
return "first ";
},"19":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " · "
+ alias3((((helper = lookupProperty(helpers,"totalTrendText") || alias1(depth0, "totalTrendText", {"start":{"line":1}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"totalTrendText","hash":{},"data":data}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"sparkline")||alias1(depth0, "sparkline", {"start":{"line":1}} )).call(alias2,alias1(depth0, "totalTrend", {"start":{"line":1}} ),{"name":"sparkline","hash":{},"data":data}));
},"20":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return " · "
+ ((stack1 = container.invokePartial(lookupProperty(partials,"when"),depth0,{"name":"when","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "highlighted", {"start":{"line":1}} ),{"name":"unless","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "lowest", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"trend"), "length", {"start":{"line":1}} ),1,{"name":"gt","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(10, data, 0),"inverse":container.program(15, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":1}} )).call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"totalTrend"), "length", {"start":{"line":1}} ),1,{"name":"gt","hash":{},"data":data}),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":1}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "kind", {"start":{"line":1}} ),"ranking",{"name":"eq","hash":{},"data":data}),{"name":"not","hash":{},"data":data}),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(19, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":1}} ),{"name":"unless","hash":{},"fn":container.program(20, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
footer: {"0":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return "<sub>Counts are rounded to multiples of "
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":2}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "roundedTo", {"start":{"line":2}} ),{"name":"number","hash":{},"data":data}))
+ ", each after an offset of its own, and smaller rows are in “Other”.</sub>\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "text", {"start":{"line":5}} ), depth0))
+ " · "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":5}} )).call(alias2,alias1(lookupProperty(depth0,"period"), "complete", {"start":{"line":5}} ),alias1(lookupProperty(depth0,"period"), "late", {"start":{"line":5}} ),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "late", {"start":{"line":5}} ), depth0))
+ " · ";
},"3":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return " · "
+ container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":5}} )).call(alias2,alias1(lookupProperty(depth0,"run"), "url", {"start":{"line":5}} ),alias1(lookupProperty(depth0,"run"), "name", {"start":{"line":5}} ),{"name":"link","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "whole", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"4":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":5}} )).call(alias2,alias1(depth0, "whole", {"start":{"line":5}} ),alias1(lookupProperty(depth0,"run"), "url", {"start":{"line":5}} ),{"name":"eq","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.program(6, data, 0),"data":data})) != null ? stack1 : "");
},"5":function(container,depth0,helpers,partials,data) {
return " with the full report";
},"6":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return " · "
+ container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":5}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":5}} ),"full report",{"name":"link","hash":{},"data":data}));
},"7":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "whole", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return " · "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "url", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.program(10, data, 0),"data":data})) != null ? stack1 : "")
+ container.escapeExpression((lookupProperty(helpers,"date")||alias1(depth0, "date", {"start":{"line":5}} )).call(alias2,alias1(depth0, "at", {"start":{"line":5}} ),{"name":"date","hash":{},"data":data}));
},"9":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":5}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "url", {"start":{"line":5}} ),"previous report",{"name":"link","hash":{},"data":data}))
+ ", ";
},"10":function(container,depth0,helpers,partials,data) {
return "last posted ";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "roundedTo", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "<sub>"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "period", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ alias3((((helper = lookupProperty(helpers,"insightCount") || alias1(depth0, "insightCount", {"start":{"line":5}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"insightCount","hash":{},"data":data}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":5}} )).call(alias2,alias1(depth0, "insightCount", {"start":{"line":5}} ),"insight","insights",{"name":"plural","hash":{},"data":data}))
+ " in "
+ alias3((lookupProperty(helpers,"duration")||alias1(depth0, "duration", {"start":{"line":5}} )).call(alias2,alias1(depth0, "durationMs", {"start":{"line":5}} ),{"name":"duration","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "run", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(7, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(depth0, "previousPost", {"start":{"line":5}} ),{"name":"with","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
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
glance: {"0":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "No "
+ container.escapeExpression((((helper = lookupProperty(helpers,"counted") || alias1(depth0, "counted", {"start":{"line":1}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"counted","hash":{},"data":data}) : helper)))
+ " in this period"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":1}} )).call(alias2,alias1(depth0, "previousTotal", {"start":{"line":1}} ),0,{"name":"gt","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ".";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":1}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "previousTotal", {"start":{"line":1}} ),alias1(depth0, "unit", {"start":{"line":1}} ),alias1(depth0, "format", {"start":{"line":1}} ),{"name":"amount","hash":{},"data":data}))
+ " before";
},"2":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "funnel", {"start":{"line":3}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0, blockParams, depths),"inverse":container.program(6, data, 0, blockParams, depths),"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, alias4=container.lambda, lookupProperty = container.lookupProperty;

return "**"
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":4}} )).call(alias2,alias1(lookupProperty(depth0,"funnel"), "rate", {"start":{"line":4}} ),{"name":"percent","hash":{},"data":data}))
+ "** of "
+ alias3((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":4}} )).call(alias2,alias1(lookupProperty(lookupProperty(depth0,"funnel"),"first"), "value", {"start":{"line":4}} ),alias1(depth0, "unit", {"start":{"line":4}} ),alias1(depth0, "format", {"start":{"line":4}} ),{"name":"amount","hash":{},"data":data}))
+ " came from "
+ alias3(alias4(alias1(lookupProperty(lookupProperty(depth0,"funnel"),"first"), "label", {"start":{"line":4}} ), depth0))
+ " to **"
+ alias3(alias4(alias1(lookupProperty(lookupProperty(depth0,"funnel"),"last"), "label", {"start":{"line":4}} ), depth0))
+ "**"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":4}} )).call(alias2,alias1(lookupProperty(depth0,"funnel"), "previousRate", {"start":{"line":4}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(4, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"funnel"), "narrowest", {"start":{"line":4}} ),{"name":"with","hash":{},"fn":container.program(5, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ".";
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression((lookupProperty(helpers,"points")||alias1(depth0, "points", {"start":{"line":4}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"funnel"), "rate", {"start":{"line":4}} ),alias1(lookupProperty(depth0,"funnel"), "previousRate", {"start":{"line":4}} ),{"name":"points","hash":{},"data":data}));
},"5":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "; fewest go on to "
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":4}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data}) : helper)))
+ " ("
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":4}} )).call(alias2,alias1(lookupProperty(depths[1],"funnel"), "narrowestRate", {"start":{"line":4}} ),{"name":"percent","hash":{},"data":data}))
+ ")";
},"6":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "experiments", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(7, data, 0),"inverse":container.program(11, data, 0),"data":data})) != null ? stack1 : "");
},"7":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "experiments", {"start":{"line":6}} ),{"name":"each","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":6}} )).call(alias2,2,alias1(data, "index", {"start":{"line":6}} ),{"name":"gt","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"9":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(data, "first", {"start":{"line":6}} ),{"name":"unless","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"verdict"),depth0,{"name":"verdict","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"10":function(container,depth0,helpers,partials,data) {
return " ";
},"11":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "returns", {"start":{"line":7}} ),{"name":"if","hash":{},"fn":container.program(12, data, 0),"inverse":container.program(16, data, 0),"data":data})) != null ? stack1 : "");
},"12":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "returns", {"start":{"line":8}} ),{"name":"each","hash":{},"fn":container.program(13, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ".";
},"13":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "**"
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":8}} )).call(alias2,alias1(depth0, "rate", {"start":{"line":8}} ),{"name":"percent","hash":{},"data":data}))
+ "** "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(data, "first", {"start":{"line":8}} ),{"name":"if","hash":{},"fn":container.program(14, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ alias3((((helper = lookupProperty(helpers,"after") || alias1(depth0, "after", {"start":{"line":8}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"after","hash":{},"data":data}) : helper)))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(data, "last", {"start":{"line":8}} ),{"name":"unless","hash":{},"fn":container.program(15, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"14":function(container,depth0,helpers,partials,data) {
return "came back ";
},"15":function(container,depth0,helpers,partials,data) {
return ", ";
},"16":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "leadsWithAverage", {"start":{"line":9}} ),{"name":"if","hash":{},"fn":container.program(17, data, 0),"inverse":container.program(19, data, 0),"data":data})) != null ? stack1 : "");
},"17":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"news"),depth0,{"name":"news","hash":{"alone":true},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":10}} )).call(alias2,alias1(depth0, "total", {"start":{"line":10}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(18, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"18":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":10}} )).call(alias2,alias1(depth0, "total", {"start":{"line":10}} ),alias1(depth0, "format", {"start":{"line":10}} ),{"name":"number","hash":{},"data":data}))
+ " different "
+ alias3((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":10}} )).call(alias2,alias1(depth0, "total", {"start":{"line":10}} ),"user","users",{"name":"plural","hash":{},"data":data}))
+ " in the period.";
},"19":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":12}} )).call(alias2,alias1(depth0, "total", {"start":{"line":12}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(20, data, 0),"inverse":container.program(25, data, 0),"data":data})) != null ? stack1 : "");
},"20":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "**"
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":12}} )).call(alias2,alias1(depth0, "total", {"start":{"line":12}} ),alias1(depth0, "unit", {"start":{"line":12}} ),alias1(depth0, "format", {"start":{"line":12}} ),{"name":"amount","hash":{},"data":data}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":12}} )).call(alias2,alias1(depth0, "change", {"start":{"line":12}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(21, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":12}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":12}} )).call(alias2,alias1(depth0, "previousTotal", {"start":{"line":12}} ),0,{"name":"eq","hash":{},"data":data}),(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":12}} )).call(alias2,alias1(depth0, "total", {"start":{"line":12}} ),0,{"name":"gt","hash":{},"data":data}),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(24, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "."
+ ((stack1 = container.invokePartial(lookupProperty(partials,"news"),depth0,{"name":"news","hash":{"alone":false},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"21":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ", **"
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":12}} )).call(alias2,alias1(depth0, "change", {"start":{"line":12}} ),{"name":"delta","hash":{},"data":data}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "changeNote", {"start":{"line":12}} ),{"name":"if","hash":{},"fn":container.program(22, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":12}} )).call(alias2,alias1(depth0, "samePeriod", {"start":{"line":12}} ),alias1(lookupProperty(data,"root"), "compared", {"start":{"line":12}} ),(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":12}} )).call(alias2,alias1(lookupProperty(data,"root"), "usual", {"start":{"line":12}} ),(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":12}} )).call(alias2,alias1(lookupProperty(lookupProperty(data,"root"),"highlights"), "length", {"start":{"line":12}} ),1,{"name":"gt","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),{"name":"and","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(23, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"22":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty;

return " ("
+ container.escapeExpression((((helper = lookupProperty(helpers,"changeNote") || container.strict(depth0, "changeNote", {"start":{"line":12}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"changeNote","hash":{},"data":data}) : helper)))
+ ")";
},"23":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return " on "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"compared"), "words", {"start":{"line":12}} ), depth0));
},"24":function(container,depth0,helpers,partials,data) {
return ", none before";
},"25":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":13}} )).call(alias2,alias1(depth0, "average", {"start":{"line":13}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(26, data, 0),"inverse":container.program(27, data, 0),"data":data})) != null ? stack1 : "");
},"26":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":13}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":13}} ),{"name":"number","hash":{},"data":data}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":13}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data}) : helper)))
+ "."
+ ((stack1 = container.invokePartial(lookupProperty(partials,"news"),depth0,{"name":"news","hash":{"alone":false},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"27":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"news"),depth0,{"name":"news","hash":{"alone":false},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "rowCount", {"start":{"line":1}} ),{"name":"unless","hash":{},"fn":container.program(0, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rowCount", {"start":{"line":2}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"usePartial":true,"useData":true,"useDepths":true},
headline: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":2}} )).call(alias2,alias1(depth0, "funnel", {"start":{"line":2}} ),alias1(depth0, "returns", {"start":{"line":2}} ),alias1(depth0, "experiments", {"start":{"line":2}} ),{"name":"or","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(6, data, 0),"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "experiments", {"start":{"line":3}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.program(4, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":13}} ),{"name":"unless","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "experiments", {"start":{"line":4}} ),{"name":"each","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"verdict"),depth0,{"name":"verdict","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n\n";
},"4":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"glance"),depth0,{"name":"glance","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return "\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"when"),depth0,{"name":"when","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n";
},"6":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "leadsWithAverage", {"start":{"line":19}} ),{"name":"unless","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"figures"),depth0,{"name":"figures","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n";
},"7":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":19}} )).call(alias2,alias1(depth0, "total", {"start":{"line":19}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":19}} )).call(alias2,alias1(depth0, "change", {"start":{"line":19}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":19}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":19}} )).call(alias2,alias1(depth0, "previousTotal", {"start":{"line":19}} ),0,{"name":"eq","hash":{},"data":data}),(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":19}} )).call(alias2,alias1(depth0, "total", {"start":{"line":19}} ),0,{"name":"gt","hash":{},"data":data}),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return "**"
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":19}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "total", {"start":{"line":19}} ),alias1(depth0, "unit", {"start":{"line":19}} ),alias1(depth0, "format", {"start":{"line":19}} ),{"name":"amount","hash":{},"data":data}))
+ "** · ";
},"9":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return "**"
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":19}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "change", {"start":{"line":19}} ),{"name":"delta","hash":{},"data":data}))
+ "** · ";
},"10":function(container,depth0,helpers,partials,data) {
return "none before · ";
},"11":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "No "
+ container.escapeExpression((((helper = lookupProperty(helpers,"counted") || alias1(depth0, "counted", {"start":{"line":22}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"counted","hash":{},"data":data}) : helper)))
+ " in this period"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":22}} )).call(alias2,alias1(depth0, "previousTotal", {"start":{"line":22}} ),0,{"name":"gt","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(12, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "."
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":22}} ),{"name":"unless","hash":{},"fn":container.program(13, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "\n";
},"12":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":22}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "previousTotal", {"start":{"line":22}} ),alias1(depth0, "unit", {"start":{"line":22}} ),alias1(depth0, "format", {"start":{"line":22}} ),{"name":"amount","hash":{},"data":data}))
+ " before";
},"13":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return " "
+ ((stack1 = container.invokePartial(lookupProperty(partials,"when"),depth0,{"name":"when","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ".";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "rowCount", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.program(11, data, 0),"data":data})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
more: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":2}} )).call(alias2,alias1(data, "index", {"start":{"line":2}} ),1,{"name":"gt","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"verdict"),depth0,{"name":"verdict","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n\n";
},"2":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "samePeriod", {"start":{"line":9}} ),{"name":"unless","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"when"),depth0,{"name":"when","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n\n";
},"4":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":14}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":14}} ),(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":14}} )).call(alias2,alias1(depth0, "series", {"start":{"line":14}} ),(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":14}} )).call(alias2,alias1(lookupProperty(depth0,"trend"), "length", {"start":{"line":14}} ),1,{"name":"gt","hash":{},"data":data}),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":14}} )).call(alias2,alias1(depth0, "samePeriod", {"start":{"line":14}} ),{"name":"not","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"5":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"figures"),depth0,{"name":"figures","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "experiments", {"start":{"line":1}} ),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":8}} )).call(alias2,alias1(depth0, "funnel", {"start":{"line":8}} ),alias1(depth0, "returns", {"start":{"line":8}} ),alias1(depth0, "experiments", {"start":{"line":8}} ),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":8}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":8}} ),{"name":"not","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.program(4, data, 0),"data":data})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
news: {"0":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":1}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "total", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":1}} )).call(alias2,alias1(depth0, "leadsWithAverage", {"start":{"line":1}} ),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":1}} )).call(alias2,alias1(depth0, "repeatsTotal", {"start":{"line":1}} ),{"name":"not","hash":{},"data":data}),{"name":"and","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(1, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "Average **"
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(depth0, "average", {"start":{"line":1}} ),alias1(depth0, "format", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":1}} )).call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":1}} )).call(alias2,alias1(depth0, "alone", {"start":{"line":1}} ),alias1(depth0, "leadsWithAverage", {"start":{"line":1}} ),(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "change", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":1}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "averageChange", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"not","hash":{},"data":data}),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(2, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(depth0, "highest", {"start":{"line":1}} ),{"name":"with","hash":{},"fn":container.program(4, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ".";
},"1":function(container,depth0,helpers,partials,data) {
return " ";
},"2":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ", **"
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":1}} )).call(alias2,alias1(depth0, "averageChange", {"start":{"line":1}} ),{"name":"delta","hash":{},"data":data}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "averageChangeNote", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty;

return " ("
+ container.escapeExpression((((helper = lookupProperty(helpers,"averageChangeNote") || container.strict(depth0, "averageChangeNote", {"start":{"line":1}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"averageChangeNote","hash":{},"data":data}) : helper)))
+ ")";
},"4":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return ", highest **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":1}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(depth0, "value", {"start":{"line":1}} ),alias1(depths[1], "format", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ ")";
},"5":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " Up most: **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":2}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"signed")||alias1(depth0, "signed", {"start":{"line":2}} )).call(alias2,alias1(depth0, "difference", {"start":{"line":2}} ),alias1(depths[1], "format", {"start":{"line":2}} ),{"name":"signed","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(lookupProperty(depths[1],"movers"), "upMostly", {"start":{"line":2}} ),{"name":"each","hash":{},"fn":container.program(6, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ").";
},"6":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(data, "first", {"start":{"line":2}} ),{"name":"if","hash":{},"fn":container.program(7, data, 0),"inverse":container.program(8, data, 0),"data":data})) != null ? stack1 : "")
+ container.escapeExpression((lookupProperty(helpers,"escape")||alias1(depth0, "escape", {"start":{"line":2}} )).call(alias2,depth0,{"name":"escape","hash":{},"data":data}));
},"7":function(container,depth0,helpers,partials,data) {
return ", mostly ";
},"8":function(container,depth0,helpers,partials,data) {
return ", ";
},"9":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " Down most: **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":3}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"signed")||alias1(depth0, "signed", {"start":{"line":3}} )).call(alias2,alias1(depth0, "difference", {"start":{"line":3}} ),alias1(depths[1], "format", {"start":{"line":3}} ),{"name":"signed","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(lookupProperty(depths[1],"movers"), "downMostly", {"start":{"line":3}} ),{"name":"each","hash":{},"fn":container.program(6, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ").";
},"10":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " New: **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":4}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":4}} )).call(alias2,alias1(depth0, "value", {"start":{"line":4}} ),alias1(depths[1], "format", {"start":{"line":4}} ),{"name":"number","hash":{},"data":data}))
+ ").";
},"11":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " Gone: **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":5}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":5}} )).call(alias2,alias1(depth0, "previous", {"start":{"line":5}} ),alias1(depths[1], "format", {"start":{"line":5}} ),{"name":"number","hash":{},"data":data}))
+ " before).";
},"12":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"with").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "most", {"start":{"line":6}} ),{"name":"with","hash":{},"fn":container.program(13, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"13":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return " Most: **"
+ container.escapeExpression((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":6}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data}) : helper)))
+ "** ("
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":6}} )).call(alias2,alias1(depth0, "share", {"start":{"line":6}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(14, data, 0, blockParams, depths),"inverse":container.program(15, data, 0, blockParams, depths),"data":data})) != null ? stack1 : "")
+ ").";
},"14":function(container,depth0,helpers,partials,data,blockParams,depths) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":6}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "value", {"start":{"line":6}} ),alias1(depths[1], "format", {"start":{"line":6}} ),{"name":"number","hash":{},"data":data}));
},"15":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":6}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "share", {"start":{"line":6}} ),{"name":"percent","hash":{},"data":data}));
},"16":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return " **"
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "finding", {"start":{"line":7}} ),{"name":"prose","hash":{},"data":data}))
+ "**";
},"17":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.escapeExpression, alias3=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return " Usual by the "
+ alias2(container.lambda(alias1(lookupProperty(depth0,"usual"), "periods", {"start":{"line":8}} ), depth0))
+ " periods before are "
+ alias2((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":8}} )).call(alias3,alias1(lookupProperty(depth0,"usual"), "low", {"start":{"line":8}} ),alias1(depth0, "format", {"start":{"line":8}} ),{"name":"number","hash":{},"data":data}))
+ " to "
+ alias2((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":8}} )).call(alias3,alias1(lookupProperty(depth0,"usual"), "high", {"start":{"line":8}} ),alias1(depth0, "format", {"start":{"line":8}} ),{"name":"number","hash":{},"data":data}))
+ ".";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "average", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(0, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"movers"), "up", {"start":{"line":2}} ),{"name":"with","hash":{},"fn":container.program(5, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"movers"), "down", {"start":{"line":3}} ),{"name":"with","hash":{},"fn":container.program(9, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"movers"), "added", {"start":{"line":4}} ),{"name":"with","hash":{},"fn":container.program(10, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"movers"), "lost", {"start":{"line":5}} ),{"name":"with","hash":{},"fn":container.program(11, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":6}} )).call(alias2,alias1(lookupProperty(depth0,"movers"), "up", {"start":{"line":6}} ),alias1(lookupProperty(depth0,"movers"), "down", {"start":{"line":6}} ),alias1(lookupProperty(depth0,"movers"), "added", {"start":{"line":6}} ),alias1(lookupProperty(depth0,"movers"), "lost", {"start":{"line":6}} ),{"name":"or","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(12, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "finding", {"start":{"line":7}} ),{"name":"if","hash":{},"fn":container.program(16, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "isUnusual", {"start":{"line":8}} ),{"name":"if","hash":{},"fn":container.program(17, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true,"useDepths":true},
notShown: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty;

return "**"
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"notShown"), "text", {"start":{"line":2}} ), depth0))
+ "** to stay within what this place can hold. "
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":2}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(2, data, 0),"data":data})) != null ? stack1 : "")
+ "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":2}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":2}} ),"The whole report",{"name":"link","hash":{},"data":data}))
+ ".";
},"2":function(container,depth0,helpers,partials,data) {
return "The whole report is the file that the output `report-path` names.";
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
var stack1, lookupProperty = container.lookupProperty;

return "<details><summary>The queries behind these numbers, and how to read them</summary>\n\nA change is relative to the comparison; one in points is the difference of two percentages; ▲2 beside a name is two places up. A bar is measured by the largest row of its table; a trend begins at zero, too, and is measured by its own highest value, but steady values are a line at half of the height.\n\n"
+ ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "queries", {"start":{"line":5}} ),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "</details>\n";
},"useData":true},
remarks: {"0":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "Gone: "
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "gone", {"start":{"line":2}} ),{"name":"each","hash":{},"fn":container.program(1, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "goneMore", {"start":{"line":2}} ),{"name":"if","hash":{},"fn":container.program(4, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ".\n\n";
},"1":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return container.escapeExpression((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":2}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data}) : helper)))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":2}} )).call(alias2,alias1(depth0, "previous", {"start":{"line":2}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(2, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(data, "last", {"start":{"line":2}} ),{"name":"unless","hash":{},"fn":container.program(3, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data,blockParams,depths) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return " ("
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":2}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "previous", {"start":{"line":2}} ),alias1(depths[1], "format", {"start":{"line":2}} ),{"name":"number","hash":{},"data":data}))
+ " before)";
},"3":function(container,depth0,helpers,partials,data) {
return ", ";
},"4":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty;

return " and "
+ container.escapeExpression((((helper = lookupProperty(helpers,"goneMore") || container.strict(depth0, "goneMore", {"start":{"line":2}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"goneMore","hash":{},"data":data}) : helper)))
+ " more";
},"5":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "<sub>"
+ container.escapeExpression((lookupProperty(helpers,"prose")||container.strict(depth0, "prose", {"start":{"line":6}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"prose","hash":{},"data":data}))
+ "</sub>\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "gone", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "notes", {"start":{"line":5}} ),{"name":"each","hash":{},"fn":container.program(5, data, 0, blockParams, depths),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true,"useDepths":true},
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

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "long", {"start":{"line":2}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(8, data, 0),"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "<details><summary>"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "hidden", {"start":{"line":3}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.program(5, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "diagram", {"start":{"line":3}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "</summary>\n\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "diagram", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ container.escapeExpression((lookupProperty(helpers,"table")||alias1(depth0, "table", {"start":{"line":9}} )).call(alias2,depth0,{"name":"table","hash":{},"data":data}))
+ "\n\n</details>\n\n";
},"2":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "The "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "series", {"start":{"line":3}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(4, data, 0),"data":data})) != null ? stack1 : "")
+ " "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":3}} )).call(alias2,alias1(lookupProperty(depth0,"rows"), "length", {"start":{"line":3}} ),{"name":"number","hash":{},"data":data}))
+ " of "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":3}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":3}} ),{"name":"number","hash":{},"data":data}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":3}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data}) : helper)));
},"3":function(container,depth0,helpers,partials,data) {
return "last";
},"4":function(container,depth0,helpers,partials,data) {
return "first";
},"5":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "All "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":3}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":3}} ),{"name":"number","hash":{},"data":data}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":3}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data}) : helper)));
},"6":function(container,depth0,helpers,partials,data) {
return ", with a chart";
},"7":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"fence")||alias1(depth0, "fence", {"start":{"line":6}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "diagram", {"start":{"line":6}} ),"mermaid",{"name":"fence","hash":{},"data":data}))
+ "\n\n";
},"8":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"table")||container.strict(depth0, "table", {"start":{"line":14}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"table","hash":{},"data":data}))
+ "\n\n";
},"9":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"versionTable")||alias1(depth0, "versionTable", {"start":{"line":19}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "versions", {"start":{"line":19}} ),{"name":"versionTable","hash":{},"data":data}))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rows", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "versions", {"start":{"line":18}} ),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
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
summary: {"0":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "funnel", {"start":{"line":3}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(3, data, 0),"data":data})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " · "
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":3}} )).call(alias2,alias1(lookupProperty(depth0,"funnel"), "rate", {"start":{"line":3}} ),{"name":"percent","hash":{},"data":data}))
+ " of "
+ alias3((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":3}} )).call(alias2,alias1(lookupProperty(lookupProperty(depth0,"funnel"),"first"), "value", {"start":{"line":3}} ),alias1(depth0, "unit", {"start":{"line":3}} ),alias1(depth0, "format", {"start":{"line":3}} ),{"name":"amount","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":3}} )).call(alias2,alias1(lookupProperty(depth0,"funnel"), "previousRate", {"start":{"line":3}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression((lookupProperty(helpers,"points")||alias1(depth0, "points", {"start":{"line":3}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"funnel"), "rate", {"start":{"line":3}} ),alias1(lookupProperty(depth0,"funnel"), "previousRate", {"start":{"line":3}} ),{"name":"points","hash":{},"data":data}));
},"3":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":4}} )).call(alias2,alias1(lookupProperty(depth0,"experiments"), "length", {"start":{"line":4}} ),1,{"name":"eq","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.program(10, data, 0),"data":data})) != null ? stack1 : "");
},"4":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "experiments", {"start":{"line":4}} ),{"name":"each","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"5":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return " · "
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "overlap", {"start":{"line":4}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.program(7, data, 0),"data":data})) != null ? stack1 : "");
},"6":function(container,depth0,helpers,partials,data) {
return "no verdict";
},"7":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "significant", {"start":{"line":4}} ),{"name":"if","hash":{},"fn":container.program(8, data, 0),"inverse":container.program(9, data, 0),"data":data})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":4}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"better"), "name", {"start":{"line":4}} ),{"name":"html","hash":{},"data":data}))
+ " does better";
},"9":function(container,depth0,helpers,partials,data) {
return "no clear winner";
},"10":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "returns", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(11, data, 0),"inverse":container.program(14, data, 0),"data":data})) != null ? stack1 : "");
},"11":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "returns", {"start":{"line":5}} ),{"name":"each","hash":{},"fn":container.program(12, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"12":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(data, "first", {"start":{"line":5}} ),{"name":"if","hash":{},"fn":container.program(13, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"13":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " · "
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":5}} )).call(alias2,alias1(depth0, "rate", {"start":{"line":5}} ),{"name":"percent","hash":{},"data":data}))
+ " came back "
+ alias3((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":5}} )).call(alias2,alias1(depth0, "after", {"start":{"line":5}} ),{"name":"html","hash":{},"data":data}));
},"14":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "leadsWithAverage", {"start":{"line":6}} ),{"name":"if","hash":{},"fn":container.program(15, data, 0),"inverse":container.program(17, data, 0),"data":data})) != null ? stack1 : "");
},"15":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return " · average "
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":6}} )).call(alias2,alias1(depth0, "average", {"start":{"line":6}} ),alias1(depth0, "format", {"start":{"line":6}} ),{"name":"number","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":6}} )).call(alias2,alias1(depth0, "averageChange", {"start":{"line":6}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(16, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"16":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return " · "
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":6}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "averageChange", {"start":{"line":6}} ),{"name":"delta","hash":{},"data":data}));
},"17":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":7}} )).call(alias2,alias1(depth0, "total", {"start":{"line":7}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(18, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":7}} )).call(alias2,alias1(depth0, "change", {"start":{"line":7}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(19, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":7}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":7}} )).call(alias2,alias1(depth0, "previousTotal", {"start":{"line":7}} ),0,{"name":"eq","hash":{},"data":data}),(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":7}} )).call(alias2,alias1(depth0, "total", {"start":{"line":7}} ),0,{"name":"gt","hash":{},"data":data}),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(20, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"18":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return " · "
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "total", {"start":{"line":7}} ),alias1(depth0, "unit", {"start":{"line":7}} ),alias1(depth0, "format", {"start":{"line":7}} ),{"name":"amount","hash":{},"data":data}));
},"19":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return " · "
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "change", {"start":{"line":7}} ),{"name":"delta","hash":{},"data":data}));
},"20":function(container,depth0,helpers,partials,data) {
return " · none before";
},"21":function(container,depth0,helpers,partials,data) {
return "at least ";
},"22":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"with").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "minimum", {"start":{"line":10}} ),{"name":"with","hash":{},"fn":container.program(23, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"23":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return " · minimum "
+ alias3((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":10}} )).call(alias2,alias1(depth0, "version", {"start":{"line":10}} ),{"name":"html","hash":{},"data":data}))
+ " keeps "
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":10}} )).call(alias2,alias1(depth0, "kept", {"start":{"line":10}} ),{"name":"percent","hash":{},"data":data}))
+ " of users";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "<b>"
+ alias3((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":1}} )).call(alias2,alias1(depth0, "title", {"start":{"line":1}} ),{"name":"html","hash":{},"data":data}))
+ "</b>"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "highlighted", {"start":{"line":2}} ),{"name":"unless","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ " · "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "cutOff", {"start":{"line":9}} ),{"name":"if","hash":{},"fn":container.program(21, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":9}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":9}} ),{"name":"number","hash":{},"data":data}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":9}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data}) : helper)))
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(depth0, "versions", {"start":{"line":10}} ),{"name":"with","hash":{},"fn":container.program(22, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true},
top: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "❌ **"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":2}} )).call(alias2,alias1(depth0, "failedCount", {"start":{"line":2}} ),alias1(depth0, "insightCount", {"start":{"line":2}} ),{"name":"eq","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(4, data, 0),"data":data})) != null ? stack1 : "")
+ " be reported**, for the "
+ container.escapeExpression((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":2}} )).call(alias2,alias1(depth0, "failedCount", {"start":{"line":2}} ),"reason","reasons",{"name":"plural","hash":{},"data":data}))
+ " below.\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":2}} )).call(alias2,alias1(depth0, "insightCount", {"start":{"line":2}} ),1,{"name":"eq","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.program(3, data, 0),"data":data})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
return "The insight could not";
},"3":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty;

return "None of the "
+ container.escapeExpression((((helper = lookupProperty(helpers,"insightCount") || container.strict(depth0, "insightCount", {"start":{"line":2}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"insightCount","hash":{},"data":data}) : helper)))
+ " insights could";
},"4":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3="function", alias4=container.escapeExpression, lookupProperty = container.lookupProperty;

return alias4((((helper = lookupProperty(helpers,"failedCount") || alias1(depth0, "failedCount", {"start":{"line":2}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"failedCount","hash":{},"data":data}) : helper)))
+ " of "
+ alias4((((helper = lookupProperty(helpers,"insightCount") || alias1(depth0, "insightCount", {"start":{"line":2}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"insightCount","hash":{},"data":data}) : helper)))
+ " insights could not";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "missed", {"start":{"line":6}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"6":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "⚠️ "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "url", {"start":{"line":7}} ),{"name":"if","hash":{},"fn":container.program(7, data, 0),"inverse":container.program(8, data, 0),"data":data})) != null ? stack1 : "")
+ " is of "
+ alias3((lookupProperty(helpers,"date")||alias1(depth0, "date", {"start":{"line":7}} )).call(alias2,alias1(depth0, "at", {"start":{"line":7}} ),{"name":"date","hash":{},"data":data}))
+ ": by the schedule, "
+ alias3((((helper = lookupProperty(helpers,"missed") || alias1(depth0, "missed", {"start":{"line":7}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"missed","hash":{},"data":data}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":7}} )).call(alias2,alias1(depth0, "missed", {"start":{"line":7}} ),"report is","reports are",{"name":"plural","hash":{},"data":data}))
+ " missing in between.\n\n";
},"7":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "url", {"start":{"line":7}} ),"The report before this one",{"name":"link","hash":{},"data":data}));
},"8":function(container,depth0,helpers,partials,data) {
return "The report before this one";
},"9":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "compared", {"start":{"line":12}} ),{"name":"if","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "highlights", {"start":{"line":16}} ),{"name":"each","hash":{},"fn":container.program(11, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "usual", {"start":{"line":19}} ),{"name":"if","hash":{},"fn":container.program(16, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highlightsMore", {"start":{"line":22}} ),{"name":"if","hash":{},"fn":container.program(24, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "\n";
},"10":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.lambda, alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "Compared with "
+ alias3(alias2(alias1(lookupProperty(depth0,"compared"), "words", {"start":{"line":13}} ), depth0))
+ " ("
+ alias3(alias2(alias1(lookupProperty(depth0,"compared"), "dates", {"start":{"line":13}} ), depth0))
+ "):\n\n";
},"11":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "- **"
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":17}} )).call(alias2,alias1(depth0, "title", {"start":{"line":17}} ),{"name":"prose","hash":{},"data":data}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":17}} ),{"name":"unless","hash":{},"fn":container.program(12, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ":"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "repeatsTotal", {"start":{"line":17}} ),{"name":"if","hash":{},"fn":container.program(14, data, 0),"inverse":container.program(15, data, 0),"data":data})) != null ? stack1 : "")
+ "\n";
},"12":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty;

return " ("
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "dates", {"start":{"line":17}} ), depth0))
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"period"), "soFar", {"start":{"line":17}} ),{"name":"if","hash":{},"fn":container.program(13, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ")";
},"13":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "soFar", {"start":{"line":17}} ), depth0));
},"14":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = container.invokePartial(lookupProperty(partials,"news"),depth0,{"name":"news","hash":{"alone":true},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"15":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return " "
+ ((stack1 = container.invokePartial(lookupProperty(partials,"glance"),depth0,{"name":"glance","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"16":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty;

return "- **"
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"usual"), "length", {"start":{"line":20}} ), depth0))
+ " insights within their usual range**, by the periods before: "
+ ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "usual", {"start":{"line":20}} ),{"name":"each","hash":{},"fn":container.program(17, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ".\n";
},"17":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":20}} )).call(alias2,alias1(depth0, "title", {"start":{"line":20}} ),{"name":"prose","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "repeatsTotal", {"start":{"line":20}} ),{"name":"unless","hash":{},"fn":container.program(18, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(data, "last", {"start":{"line":20}} ),{"name":"unless","hash":{},"fn":container.program(23, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"18":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return " ("
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "leadsWithAverage", {"start":{"line":20}} ),{"name":"if","hash":{},"fn":container.program(19, data, 0),"inverse":container.program(21, data, 0),"data":data})) != null ? stack1 : "")
+ ")";
},"19":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return "average "
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":20}} )).call(alias2,alias1(depth0, "average", {"start":{"line":20}} ),alias1(depth0, "format", {"start":{"line":20}} ),{"name":"number","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":20}} )).call(alias2,alias1(depth0, "averageChange", {"start":{"line":20}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(20, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"20":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":20}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "averageChange", {"start":{"line":20}} ),{"name":"delta","hash":{},"data":data}));
},"21":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":20}} )).call(alias2,alias1(depth0, "total", {"start":{"line":20}} ),alias1(depth0, "unit", {"start":{"line":20}} ),alias1(depth0, "format", {"start":{"line":20}} ),{"name":"amount","hash":{},"data":data}))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":20}} )).call(alias2,alias1(depth0, "change", {"start":{"line":20}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(22, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"22":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":20}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "change", {"start":{"line":20}} ),{"name":"delta","hash":{},"data":data}));
},"23":function(container,depth0,helpers,partials,data) {
return ", ";
},"24":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty;

return "- "
+ container.escapeExpression((((helper = lookupProperty(helpers,"highlightsMore") || container.strict(depth0, "highlightsMore", {"start":{"line":23}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"highlightsMore","hash":{},"data":data}) : helper)))
+ " more below\n";
},"25":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "highlights", {"start":{"line":27}} ),{"name":"each","hash":{},"fn":container.program(26, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"26":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":28}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":28}} )).call(alias2,alias1(depth0, "unit", {"start":{"line":28}} ),"other",{"name":"eq","hash":{},"data":data}),alias1(depth0, "rowCount", {"start":{"line":28}} ),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(27, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"glance"),depth0,{"name":"glance","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n\n";
},"27":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":28}} )).call(alias2,alias1(depth0, "funnel", {"start":{"line":28}} ),alias1(depth0, "returns", {"start":{"line":28}} ),alias1(depth0, "experiments", {"start":{"line":28}} ),{"name":"or","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(28, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"28":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return "**"
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":28}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "title", {"start":{"line":28}} ),{"name":"prose","hash":{},"data":data}))
+ "**: ";
},"29":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return "<sub>"
+ container.escapeExpression((lookupProperty(helpers,"prose")||container.strict(depth0, "prose", {"start":{"line":33}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"prose","hash":{},"data":data}))
+ "</sub>\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "failedCount", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(depth0, "previousPost", {"start":{"line":5}} ),{"name":"with","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":11}} )).call(alias2,alias1(depth0, "usual", {"start":{"line":11}} ),(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":11}} )).call(alias2,alias1(lookupProperty(depth0,"highlights"), "length", {"start":{"line":11}} ),1,{"name":"gt","hash":{},"data":data}),{"name":"or","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.program(25, data, 0),"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "notes", {"start":{"line":32}} ),{"name":"each","hash":{},"fn":container.program(29, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
verdict: {"0":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty;

return container.escapeExpression((((helper = lookupProperty(helpers,"group") || container.strict(depth0, "group", {"start":{"line":1}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"group","hash":{},"data":data}) : helper)))
+ ": ";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, alias4=container.lambda, lookupProperty = container.lookupProperty;

return "No verdict: **"
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(depth0, "overlap", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ "** "
+ alias3((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":1}} )).call(alias2,alias1(depth0, "overlap", {"start":{"line":1}} ),"user is","users are",{"name":"plural","hash":{},"data":data}))
+ " in both **"
+ alias3(alias4(alias1(lookupProperty(depth0,"better"), "name", {"start":{"line":1}} ), depth0))
+ "** and "
+ alias3(alias4(alias1(lookupProperty(depth0,"worse"), "name", {"start":{"line":1}} ), depth0))
+ ", so their numbers cannot be compared";
},"2":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "significant", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(4, data, 0),"data":data})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.lambda, alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "**"
+ alias3(alias2(alias1(lookupProperty(depth0,"better"), "name", {"start":{"line":1}} ), depth0))
+ "** does better than "
+ alias3(alias2(alias1(lookupProperty(depth0,"worse"), "name", {"start":{"line":1}} ), depth0));
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.lambda, alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return "No clear winner between **"
+ alias3(alias2(alias1(lookupProperty(depth0,"better"), "name", {"start":{"line":1}} ), depth0))
+ "** and "
+ alias3(alias2(alias1(lookupProperty(depth0,"worse"), "name", {"start":{"line":1}} ), depth0));
},"5":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return ", "
+ container.escapeExpression((lookupProperty(helpers,"points")||alias1(depth0, "points", {"start":{"line":1}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"better"), "rate", {"start":{"line":1}} ),alias1(lookupProperty(depth0,"worse"), "rate", {"start":{"line":1}} ),{"name":"points","hash":{},"data":data}));
},"6":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return " "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "pValue", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(7, data, 0),"inverse":container.program(8, data, 0),"data":data})) != null ? stack1 : "");
},"7":function(container,depth0,helpers,partials,data) {
return "There is no p-value: too few users to tell.";
},"8":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":1}} )).call(alias2,0.001,alias1(depth0, "pValue", {"start":{"line":1}} ),{"name":"gt","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.program(10, data, 0),"data":data})) != null ? stack1 : "")
+ ": "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "significant", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(11, data, 0),"inverse":container.program(12, data, 0),"data":data})) != null ? stack1 : "")
+ ".";
},"9":function(container,depth0,helpers,partials,data) {
return "p < 0.001";
},"10":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty;

return "p = "
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "pValue", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}));
},"11":function(container,depth0,helpers,partials,data) {
return "significant at 5%";
},"12":function(container,depth0,helpers,partials,data) {
return "not significant at 5%, so this may be chance";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty;

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "group", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "overlap", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(2, data, 0),"data":data})) != null ? stack1 : "")
+ ": "
+ alias3((((helper = lookupProperty(helpers,"criterion") || alias1(depth0, "criterion", {"start":{"line":1}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"criterion","hash":{},"data":data}) : helper)))
+ " at **"
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"better"), "rate", {"start":{"line":1}} ),{"name":"percent","hash":{},"data":data}))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"better"), "successes", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ " of "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"better"), "users", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ " users) against **"
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"worse"), "rate", {"start":{"line":1}} ),{"name":"percent","hash":{},"data":data}))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"worse"), "successes", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ " of "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"worse"), "users", {"start":{"line":1}} ),{"name":"number","hash":{},"data":data}))
+ ")"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1}} )).call(alias2,alias1(depth0, "difference", {"start":{"line":1}} ),null,{"name":"eq","hash":{},"data":data}),{"name":"unless","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ "."
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "overlap", {"start":{"line":1}} ),{"name":"unless","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true},
when: {"0":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return ", compared with "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"compared"), "words", {"start":{"line":1}} ), depth0));
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty;

return " · "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "late", {"start":{"line":1}} ), depth0));
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty;

return container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "text", {"start":{"line":1}} ), depth0))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "compared", {"start":{"line":1}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":1}} )).call(alias2,alias1(lookupProperty(depth0,"period"), "complete", {"start":{"line":1}} ),alias1(lookupProperty(depth0,"period"), "late", {"start":{"line":1}} ),{"name":"and","hash":{},"data":data}),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data})) != null ? stack1 : "");
},"useData":true}
};
