/* eslint-disable */
// @ts-nocheck
// Made from templates/ by `node scripts/compile-templates.ts`; to be changed there.

type TemplateSpecification = Parameters<typeof import('handlebars').template>[0];

/** The built-in templates as Handlebars compiles them, by name. */
// prettier-ignore
export const TEMPLATES: Readonly<Record<string, TemplateSpecification>> = {
report: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "dates", {"start":{"line":1,"column":37},"end":{"line":1,"column":49}} ), depth0))
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"period"), "soFar", {"start":{"line":1,"column":57},"end":{"line":1,"column":69}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":51},"end":{"line":1,"column":96}}})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "soFar", {"start":{"line":1,"column":75},"end":{"line":1,"column":87}} ), depth0));
},"2":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3="function", alias4=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "❌ **"
+ alias4((((helper = lookupProperty(helpers,"failedCount") || alias1(depth0, "failedCount", {"start":{"line":4,"column":6},"end":{"line":4,"column":17}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"failedCount","hash":{},"data":data,"loc":{"start":{"line":4,"column":4},"end":{"line":4,"column":19}}}) : helper)))
+ " of "
+ alias4((((helper = lookupProperty(helpers,"insightCount") || alias1(depth0, "insightCount", {"start":{"line":4,"column":25},"end":{"line":4,"column":37}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"insightCount","hash":{},"data":data,"loc":{"start":{"line":4,"column":23},"end":{"line":4,"column":39}}}) : helper)))
+ " "
+ alias4((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":4,"column":42},"end":{"line":4,"column":48}} )).call(alias2,alias1(depth0, "insightCount", {"start":{"line":4,"column":49},"end":{"line":4,"column":61}} ),"insight","insights",{"name":"plural","hash":{},"data":data,"loc":{"start":{"line":4,"column":40},"end":{"line":4,"column":84}}}))
+ " could not be reported**, for the "
+ alias4((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":4,"column":120},"end":{"line":4,"column":126}} )).call(alias2,alias1(depth0, "failedCount", {"start":{"line":4,"column":127},"end":{"line":4,"column":138}} ),"reason","reasons",{"name":"plural","hash":{},"data":data,"loc":{"start":{"line":4,"column":118},"end":{"line":4,"column":159}}}))
+ " below.\n\n";
},"3":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "### "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":8,"column":6},"end":{"line":8,"column":11}} )).call(alias2,alias1(depth0, "title", {"start":{"line":8,"column":12},"end":{"line":8,"column":17}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":8,"column":4},"end":{"line":8,"column":19}}}))
+ "\n\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "error", {"start":{"line":10,"column":6},"end":{"line":10,"column":11}} ),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.program(5, data, 0),"data":data,"loc":{"start":{"line":10,"column":0},"end":{"line":24,"column":7}}})) != null ? stack1 : "");
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "> ❌ Could not be reported: "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":11,"column":29},"end":{"line":11,"column":34}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"error"), "message", {"start":{"line":11,"column":35},"end":{"line":11,"column":48}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":11,"column":27},"end":{"line":11,"column":50}}}))
+ "\n\n";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = container.invokePartial(lookupProperty(partials,"headline"),depth0,{"name":"headline","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rows", {"start":{"line":16,"column":6},"end":{"line":16,"column":10}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":16,"column":0},"end":{"line":19,"column":7}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "notes", {"start":{"line":20,"column":8},"end":{"line":20,"column":13}} ),{"name":"each","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":20,"column":0},"end":{"line":23,"column":9}}})) != null ? stack1 : "");
},"6":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"table")||container.strict(depth0, "table", {"start":{"line":17,"column":2},"end":{"line":17,"column":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"table","hash":{},"data":data,"loc":{"start":{"line":17,"column":0},"end":{"line":17,"column":14}}}))
+ "\n\n";
},"7":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<sub>"
+ container.escapeExpression((lookupProperty(helpers,"prose")||container.strict(depth0, "prose", {"start":{"line":21,"column":7},"end":{"line":21,"column":12}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":21,"column":5},"end":{"line":21,"column":19}}}))
+ "</sub>\n\n";
},"8":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"queries"),depth0,{"name":"queries","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "## "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":1,"column":5},"end":{"line":1,"column":10}} )).call(alias2,alias1(depth0, "title", {"start":{"line":1,"column":11},"end":{"line":1,"column":16}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":1,"column":3},"end":{"line":1,"column":18}}}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "period", {"start":{"line":1,"column":24},"end":{"line":1,"column":30}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":18},"end":{"line":1,"column":103}}})) != null ? stack1 : "")
+ "\n\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "failedCount", {"start":{"line":3,"column":6},"end":{"line":3,"column":17}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":3,"column":0},"end":{"line":6,"column":7}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "insights", {"start":{"line":7,"column":8},"end":{"line":7,"column":16}} ),{"name":"each","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":7,"column":0},"end":{"line":25,"column":9}}})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"notShown"),depth0,{"name":"notShown","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "---\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"footer"),depth0,{"name":"footer","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "queries", {"start":{"line":30,"column":6},"end":{"line":30,"column":13}} ),{"name":"if","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":30,"column":0},"end":{"line":33,"column":7}}})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
compact: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "dates", {"start":{"line":1,"column":38},"end":{"line":1,"column":50}} ), depth0))
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"period"), "soFar", {"start":{"line":1,"column":58},"end":{"line":1,"column":70}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":52},"end":{"line":1,"column":97}}})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "soFar", {"start":{"line":1,"column":76},"end":{"line":1,"column":88}} ), depth0));
},"2":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "error", {"start":{"line":4,"column":6},"end":{"line":4,"column":11}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(4, data, 0),"data":data,"loc":{"start":{"line":4,"column":0},"end":{"line":22,"column":7}}})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "> ❌ **"
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":5,"column":8},"end":{"line":5,"column":13}} )).call(alias2,alias1(depth0, "title", {"start":{"line":5,"column":14},"end":{"line":5,"column":19}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":5,"column":6},"end":{"line":5,"column":21}}}))
+ "** could not be reported: "
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":5,"column":49},"end":{"line":5,"column":54}} )).call(alias2,alias1(lookupProperty(depth0,"error"), "message", {"start":{"line":5,"column":55},"end":{"line":5,"column":68}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":5,"column":47},"end":{"line":5,"column":70}}}))
+ "\n\n";
},"4":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<details><summary><b>"
+ container.escapeExpression((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":8,"column":23},"end":{"line":8,"column":27}} )).call(alias2,alias1(depth0, "title", {"start":{"line":8,"column":28},"end":{"line":8,"column":33}} ),{"name":"html","hash":{},"data":data,"loc":{"start":{"line":8,"column":21},"end":{"line":8,"column":35}}}))
+ "</b>"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rowCount", {"start":{"line":8,"column":45},"end":{"line":8,"column":53}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.program(7, data, 0),"data":data,"loc":{"start":{"line":8,"column":39},"end":{"line":8,"column":164}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "leaders", {"start":{"line":8,"column":172},"end":{"line":8,"column":179}} ),{"name":"each","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":164},"end":{"line":8,"column":279}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highest", {"start":{"line":8,"column":285},"end":{"line":8,"column":292}} ),{"name":"if","hash":{},"fn":container.program(11, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":279},"end":{"line":8,"column":359}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":8,"column":366},"end":{"line":8,"column":368}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":8,"column":369},"end":{"line":8,"column":377}} ),alias1(lookupProperty(depth0,"leaders"), "length", {"start":{"line":8,"column":378},"end":{"line":8,"column":392}} ),{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":8,"column":365},"end":{"line":8,"column":393}}}),{"name":"if","hash":{},"fn":container.program(12, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":359},"end":{"line":8,"column":474}}})) != null ? stack1 : "")
+ "</summary>\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"headline"),depth0,{"name":"headline","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rows", {"start":{"line":12,"column":6},"end":{"line":12,"column":10}} ),{"name":"if","hash":{},"fn":container.program(15, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":0},"end":{"line":15,"column":7}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "notes", {"start":{"line":16,"column":8},"end":{"line":16,"column":13}} ),{"name":"each","hash":{},"fn":container.program(16, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":16,"column":0},"end":{"line":19,"column":9}}})) != null ? stack1 : "")
+ "</details>\n\n";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":8,"column":66},"end":{"line":8,"column":68}} )).call(alias2,alias1(depth0, "total", {"start":{"line":8,"column":69},"end":{"line":8,"column":74}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":8,"column":65},"end":{"line":8,"column":80}}}),{"name":"unless","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":55},"end":{"line":8,"column":117}}})) != null ? stack1 : "");
},"6":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":8,"column":87},"end":{"line":8,"column":93}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "total", {"start":{"line":8,"column":94},"end":{"line":8,"column":99}} ),alias1(depth0, "unit", {"start":{"line":8,"column":100},"end":{"line":8,"column":104}} ),{"name":"amount","hash":{},"data":data,"loc":{"start":{"line":8,"column":85},"end":{"line":8,"column":106}}}));
},"7":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · no "
+ container.escapeExpression((((helper = lookupProperty(helpers,"counted") || container.strict(depth0, "counted", {"start":{"line":8,"column":133},"end":{"line":8,"column":140}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"counted","hash":{},"data":data,"loc":{"start":{"line":8,"column":131},"end":{"line":8,"column":142}}}) : helper)))
+ " in this period";
},"8":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":8,"column":186},"end":{"line":8,"column":190}} )).call(alias2,alias1(depth0, "label", {"start":{"line":8,"column":191},"end":{"line":8,"column":196}} ),{"name":"html","hash":{},"data":data,"loc":{"start":{"line":8,"column":184},"end":{"line":8,"column":198}}}))
+ " "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":8,"column":206},"end":{"line":8,"column":208}} )).call(alias2,alias1(depth0, "share", {"start":{"line":8,"column":209},"end":{"line":8,"column":214}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":8,"column":205},"end":{"line":8,"column":220}}}),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.program(10, data, 0),"data":data,"loc":{"start":{"line":8,"column":199},"end":{"line":8,"column":270}}})) != null ? stack1 : "");
},"9":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":8,"column":224},"end":{"line":8,"column":230}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "value", {"start":{"line":8,"column":231},"end":{"line":8,"column":236}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":8,"column":222},"end":{"line":8,"column":238}}}));
},"10":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":8,"column":248},"end":{"line":8,"column":255}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "share", {"start":{"line":8,"column":256},"end":{"line":8,"column":261}} ),{"name":"percent","hash":{},"data":data,"loc":{"start":{"line":8,"column":246},"end":{"line":8,"column":263}}}));
},"11":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · highest "
+ alias3((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":8,"column":307},"end":{"line":8,"column":311}} )).call(alias2,alias1(lookupProperty(depth0,"highest"), "label", {"start":{"line":8,"column":312},"end":{"line":8,"column":325}} ),{"name":"html","hash":{},"data":data,"loc":{"start":{"line":8,"column":305},"end":{"line":8,"column":327}}}))
+ " "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":8,"column":330},"end":{"line":8,"column":336}} )).call(alias2,alias1(lookupProperty(depth0,"highest"), "value", {"start":{"line":8,"column":337},"end":{"line":8,"column":350}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":8,"column":328},"end":{"line":8,"column":352}}}));
},"12":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "leaders", {"start":{"line":8,"column":404},"end":{"line":8,"column":411}} ),{"name":"if","hash":{},"fn":container.program(13, data, 0),"inverse":container.program(14, data, 0),"data":data,"loc":{"start":{"line":8,"column":398},"end":{"line":8,"column":467}}})) != null ? stack1 : "");
},"13":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((((helper = lookupProperty(helpers,"others") || container.strict(depth0, "others", {"start":{"line":8,"column":415},"end":{"line":8,"column":421}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"others","hash":{},"data":data,"loc":{"start":{"line":8,"column":413},"end":{"line":8,"column":423}}}) : helper)))
+ " more";
},"14":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3="function", alias4=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return alias4((((helper = lookupProperty(helpers,"rowCount") || alias1(depth0, "rowCount", {"start":{"line":8,"column":438},"end":{"line":8,"column":446}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"rowCount","hash":{},"data":data,"loc":{"start":{"line":8,"column":436},"end":{"line":8,"column":448}}}) : helper)))
+ " "
+ alias4((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":8,"column":451},"end":{"line":8,"column":458}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data,"loc":{"start":{"line":8,"column":449},"end":{"line":8,"column":460}}}) : helper)));
},"15":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"table")||container.strict(depth0, "table", {"start":{"line":13,"column":2},"end":{"line":13,"column":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"table","hash":{},"data":data,"loc":{"start":{"line":13,"column":0},"end":{"line":13,"column":14}}}))
+ "\n\n";
},"16":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<sub>"
+ container.escapeExpression((lookupProperty(helpers,"prose")||container.strict(depth0, "prose", {"start":{"line":17,"column":7},"end":{"line":17,"column":12}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":17,"column":5},"end":{"line":17,"column":19}}}))
+ "</sub>\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "### "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":1,"column":6},"end":{"line":1,"column":11}} )).call(alias2,alias1(depth0, "title", {"start":{"line":1,"column":12},"end":{"line":1,"column":17}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":1,"column":4},"end":{"line":1,"column":19}}}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "period", {"start":{"line":1,"column":25},"end":{"line":1,"column":31}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":19},"end":{"line":1,"column":104}}})) != null ? stack1 : "")
+ "\n\n"
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "insights", {"start":{"line":3,"column":8},"end":{"line":3,"column":16}} ),{"name":"each","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":3,"column":0},"end":{"line":23,"column":9}}})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"notShown"),depth0,{"name":"notShown","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"footer"),depth0,{"name":"footer","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true}
};

/** The partials that every template may use, likewise. */
// prettier-ignore
export const PARTIALS: Readonly<Record<'footer' | 'headline' | 'notShown' | 'queries', TemplateSpecification>> = {
footer: {"0":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "text", {"start":{"line":1,"column":21},"end":{"line":1,"column":32}} ), depth0))
+ " · ";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":1,"column":148},"end":{"line":1,"column":152}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"run"), "url", {"start":{"line":1,"column":153},"end":{"line":1,"column":160}} ),"run",{"name":"link","hash":{},"data":data,"loc":{"start":{"line":1,"column":146},"end":{"line":1,"column":168}}}));
},"2":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":1,"column":193},"end":{"line":1,"column":197}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":1,"column":198},"end":{"line":1,"column":203}} ),"full report",{"name":"link","hash":{},"data":data,"loc":{"start":{"line":1,"column":191},"end":{"line":1,"column":219}}}));
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<sub>"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "period", {"start":{"line":1,"column":11},"end":{"line":1,"column":17}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":5},"end":{"line":1,"column":44}}})) != null ? stack1 : "")
+ alias3((((helper = lookupProperty(helpers,"insightCount") || alias1(depth0, "insightCount", {"start":{"line":1,"column":46},"end":{"line":1,"column":58}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"insightCount","hash":{},"data":data,"loc":{"start":{"line":1,"column":44},"end":{"line":1,"column":60}}}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":1,"column":63},"end":{"line":1,"column":69}} )).call(alias2,alias1(depth0, "insightCount", {"start":{"line":1,"column":70},"end":{"line":1,"column":82}} ),"insight","insights",{"name":"plural","hash":{},"data":data,"loc":{"start":{"line":1,"column":61},"end":{"line":1,"column":105}}}))
+ " in "
+ alias3((lookupProperty(helpers,"duration")||alias1(depth0, "duration", {"start":{"line":1,"column":111},"end":{"line":1,"column":119}} )).call(alias2,alias1(depth0, "durationMs", {"start":{"line":1,"column":120},"end":{"line":1,"column":130}} ),{"name":"duration","hash":{},"data":data,"loc":{"start":{"line":1,"column":109},"end":{"line":1,"column":132}}}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "run", {"start":{"line":1,"column":138},"end":{"line":1,"column":141}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":132},"end":{"line":1,"column":175}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "whole", {"start":{"line":1,"column":181},"end":{"line":1,"column":186}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":175},"end":{"line":1,"column":226}}})) != null ? stack1 : "")
+ "</sub>\n";
},"useData":true},
headline: {"0":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3="function", alias4=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":2,"column":11},"end":{"line":2,"column":13}} )).call(alias2,alias1(depth0, "total", {"start":{"line":2,"column":14},"end":{"line":2,"column":19}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":2,"column":10},"end":{"line":2,"column":25}}}),{"name":"unless","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":0},"end":{"line":2,"column":66}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highest", {"start":{"line":2,"column":72},"end":{"line":2,"column":79}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":66},"end":{"line":2,"column":199}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "cutOff", {"start":{"line":2,"column":205},"end":{"line":2,"column":211}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":199},"end":{"line":2,"column":226}}})) != null ? stack1 : "")
+ alias4((((helper = lookupProperty(helpers,"rowCount") || alias1(depth0, "rowCount", {"start":{"line":2,"column":228},"end":{"line":2,"column":236}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"rowCount","hash":{},"data":data,"loc":{"start":{"line":2,"column":226},"end":{"line":2,"column":238}}}) : helper)))
+ " "
+ alias4((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":2,"column":241},"end":{"line":2,"column":248}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data,"loc":{"start":{"line":2,"column":239},"end":{"line":2,"column":250}}}) : helper)))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":2,"column":257},"end":{"line":2,"column":259}} )).call(alias2,alias1(lookupProperty(depth0,"trend"), "length", {"start":{"line":2,"column":260},"end":{"line":2,"column":272}} ),1,{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":2,"column":256},"end":{"line":2,"column":275}}}),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":250},"end":{"line":2,"column":304}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":2,"column":314},"end":{"line":2,"column":324}} ),{"name":"unless","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":304},"end":{"line":2,"column":355}}})) != null ? stack1 : "")
+ "\n";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":2,"column":31},"end":{"line":2,"column":37}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "total", {"start":{"line":2,"column":38},"end":{"line":2,"column":43}} ),alias1(depth0, "unit", {"start":{"line":2,"column":44},"end":{"line":2,"column":48}} ),{"name":"amount","hash":{},"data":data,"loc":{"start":{"line":2,"column":29},"end":{"line":2,"column":50}}}))
+ "** · ";
},"2":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.lambda, alias3=container.escapeExpression, alias4=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "highest **"
+ alias3(alias2(alias1(lookupProperty(depth0,"highest"), "label", {"start":{"line":2,"column":93},"end":{"line":2,"column":106}} ), depth0))
+ "** "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":2,"column":113},"end":{"line":2,"column":119}} )).call(alias4,alias1(lookupProperty(depth0,"highest"), "value", {"start":{"line":2,"column":120},"end":{"line":2,"column":133}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":2,"column":111},"end":{"line":2,"column":135}}}))
+ " · lowest **"
+ alias3(alias2(alias1(lookupProperty(depth0,"lowest"), "label", {"start":{"line":2,"column":149},"end":{"line":2,"column":161}} ), depth0))
+ "** "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":2,"column":168},"end":{"line":2,"column":174}} )).call(alias4,alias1(lookupProperty(depth0,"lowest"), "value", {"start":{"line":2,"column":175},"end":{"line":2,"column":187}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":2,"column":166},"end":{"line":2,"column":189}}}))
+ " · ";
},"3":function(container,depth0,helpers,partials,data) {
return "first ";
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " "
+ container.escapeExpression((lookupProperty(helpers,"sparkline")||alias1(depth0, "sparkline", {"start":{"line":2,"column":280},"end":{"line":2,"column":289}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "trend", {"start":{"line":2,"column":290},"end":{"line":2,"column":295}} ),{"name":"sparkline","hash":{},"data":data,"loc":{"start":{"line":2,"column":278},"end":{"line":2,"column":297}}}));
},"5":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "text", {"start":{"line":2,"column":331},"end":{"line":2,"column":342}} ), depth0));
},"6":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "No "
+ container.escapeExpression((((helper = lookupProperty(helpers,"counted") || alias1(depth0, "counted", {"start":{"line":4,"column":5},"end":{"line":4,"column":12}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"counted","hash":{},"data":data,"loc":{"start":{"line":4,"column":3},"end":{"line":4,"column":14}}}) : helper)))
+ " in this period"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":4,"column":39},"end":{"line":4,"column":49}} ),{"name":"unless","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":4,"column":29},"end":{"line":4,"column":80}}})) != null ? stack1 : "")
+ ".\n";
},"7":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " ("
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "text", {"start":{"line":4,"column":55},"end":{"line":4,"column":66}} ), depth0))
+ ")";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "rowCount", {"start":{"line":1,"column":6},"end":{"line":1,"column":14}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.program(6, data, 0),"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":5,"column":7}}})) != null ? stack1 : "");
},"useData":true},
notShown: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"notShown"), "text", {"start":{"line":2,"column":4},"end":{"line":2,"column":17}} ), depth0))
+ "** to stay within what this place can hold. "
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":2,"column":69},"end":{"line":2,"column":74}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(2, data, 0),"data":data,"loc":{"start":{"line":2,"column":63},"end":{"line":2,"column":190}}})) != null ? stack1 : "")
+ "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":2,"column":78},"end":{"line":2,"column":82}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":2,"column":83},"end":{"line":2,"column":88}} ),"The whole report",{"name":"link","hash":{},"data":data,"loc":{"start":{"line":2,"column":76},"end":{"line":2,"column":109}}}))
+ ".";
},"2":function(container,depth0,helpers,partials,data) {
return "The whole report is the file that the output `report-path` names.";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "notShown", {"start":{"line":1,"column":6},"end":{"line":1,"column":14}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":4,"column":7}}})) != null ? stack1 : "");
},"useData":true},
queries: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":4,"column":4},"end":{"line":4,"column":9}} )).call(alias2,alias1(depth0, "title", {"start":{"line":4,"column":10},"end":{"line":4,"column":15}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":4,"column":2},"end":{"line":4,"column":17}}}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "id", {"start":{"line":4,"column":25},"end":{"line":4,"column":27}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":4,"column":19},"end":{"line":4,"column":58}}})) != null ? stack1 : "")
+ "\n\n"
+ alias3((lookupProperty(helpers,"fence")||alias1(depth0, "fence", {"start":{"line":6,"column":2},"end":{"line":6,"column":7}} )).call(alias2,alias1(depth0, "query", {"start":{"line":6,"column":8},"end":{"line":6,"column":13}} ),"json",{"name":"fence","hash":{},"data":data,"loc":{"start":{"line":6,"column":0},"end":{"line":6,"column":22}}}))
+ "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · insight "
+ container.escapeExpression((lookupProperty(helpers,"code")||alias1(depth0, "code", {"start":{"line":4,"column":42},"end":{"line":4,"column":46}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "id", {"start":{"line":4,"column":47},"end":{"line":4,"column":49}} ),{"name":"code","hash":{},"data":data,"loc":{"start":{"line":4,"column":40},"end":{"line":4,"column":51}}}));
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<details><summary>The queries behind these numbers</summary>\n\n"
+ ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "queries", {"start":{"line":3,"column":8},"end":{"line":3,"column":15}} ),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":3,"column":0},"end":{"line":8,"column":9}}})) != null ? stack1 : "")
+ "</details>\n";
},"useData":true}
};
