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
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "### "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":6,"column":6},"end":{"line":6,"column":11}} )).call(alias2,alias1(depth0, "title", {"start":{"line":6,"column":12},"end":{"line":6,"column":17}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":6,"column":4},"end":{"line":6,"column":19}}}))
+ "\n\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "error", {"start":{"line":8,"column":6},"end":{"line":8,"column":11}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(4, data, 0),"data":data,"loc":{"start":{"line":8,"column":0},"end":{"line":15,"column":7}}})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "> ❌ Could not be reported: "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":9,"column":29},"end":{"line":9,"column":34}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"error"), "message", {"start":{"line":9,"column":35},"end":{"line":9,"column":48}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":9,"column":27},"end":{"line":9,"column":50}}}))
+ "\n\n";
},"4":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = container.invokePartial(lookupProperty(partials,"headline"),depth0,{"name":"headline","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"section"),depth0,{"name":"section","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"5":function(container,depth0,helpers,partials,data) {
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
+ ((stack1 = container.invokePartial(lookupProperty(partials,"gates"),depth0,{"name":"gates","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"top"),depth0,{"name":"top","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "insights", {"start":{"line":5,"column":8},"end":{"line":5,"column":16}} ),{"name":"each","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":5,"column":0},"end":{"line":16,"column":9}}})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"notShown"),depth0,{"name":"notShown","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "---\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"footer"),depth0,{"name":"footer","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "queries", {"start":{"line":21,"column":6},"end":{"line":21,"column":13}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":21,"column":0},"end":{"line":24,"column":7}}})) != null ? stack1 : "");
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
},"2":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "error", {"start":{"line":6,"column":6},"end":{"line":6,"column":11}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0, blockParams, depths),"inverse":container.program(4, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":6,"column":0},"end":{"line":21,"column":7}}})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "> ❌ **"
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":7,"column":8},"end":{"line":7,"column":13}} )).call(alias2,alias1(depth0, "title", {"start":{"line":7,"column":14},"end":{"line":7,"column":19}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":7,"column":6},"end":{"line":7,"column":21}}}))
+ "** could not be reported: "
+ alias3((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":7,"column":49},"end":{"line":7,"column":54}} )).call(alias2,alias1(lookupProperty(depth0,"error"), "message", {"start":{"line":7,"column":55},"end":{"line":7,"column":68}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":7,"column":47},"end":{"line":7,"column":70}}}))
+ "\n\n";
},"4":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<details><summary><b>"
+ container.escapeExpression((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":10,"column":23},"end":{"line":10,"column":27}} )).call(alias2,alias1(depth0, "title", {"start":{"line":10,"column":28},"end":{"line":10,"column":33}} ),{"name":"html","hash":{},"data":data,"loc":{"start":{"line":10,"column":21},"end":{"line":10,"column":35}}}))
+ "</b>"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rowCount", {"start":{"line":10,"column":45},"end":{"line":10,"column":53}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0, blockParams, depths),"inverse":container.program(8, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":10,"column":39},"end":{"line":10,"column":229}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "leaders", {"start":{"line":10,"column":237},"end":{"line":10,"column":244}} ),{"name":"each","hash":{},"fn":container.program(9, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":229},"end":{"line":10,"column":354}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highest", {"start":{"line":10,"column":360},"end":{"line":10,"column":367}} ),{"name":"if","hash":{},"fn":container.program(12, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":354},"end":{"line":10,"column":441}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":10,"column":448},"end":{"line":10,"column":450}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":10,"column":451},"end":{"line":10,"column":459}} ),alias1(lookupProperty(depth0,"leaders"), "length", {"start":{"line":10,"column":460},"end":{"line":10,"column":474}} ),{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":10,"column":447},"end":{"line":10,"column":475}}}),{"name":"if","hash":{},"fn":container.program(13, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":441},"end":{"line":10,"column":556}}})) != null ? stack1 : "")
+ "</summary>\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"headline"),depth0,{"name":"headline","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rows", {"start":{"line":14,"column":6},"end":{"line":14,"column":10}} ),{"name":"if","hash":{},"fn":container.program(16, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":14,"column":0},"end":{"line":17,"column":7}}})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"remarks"),depth0,{"name":"remarks","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "</details>\n\n";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":10,"column":66},"end":{"line":10,"column":68}} )).call(alias2,alias1(depth0, "total", {"start":{"line":10,"column":69},"end":{"line":10,"column":74}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":10,"column":65},"end":{"line":10,"column":80}}}),{"name":"unless","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":55},"end":{"line":10,"column":124}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":10,"column":135},"end":{"line":10,"column":137}} )).call(alias2,alias1(depth0, "change", {"start":{"line":10,"column":138},"end":{"line":10,"column":144}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":10,"column":134},"end":{"line":10,"column":150}}}),{"name":"unless","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":124},"end":{"line":10,"column":182}}})) != null ? stack1 : "");
},"6":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":10,"column":87},"end":{"line":10,"column":93}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "total", {"start":{"line":10,"column":94},"end":{"line":10,"column":99}} ),alias1(depth0, "unit", {"start":{"line":10,"column":100},"end":{"line":10,"column":104}} ),alias1(depth0, "format", {"start":{"line":10,"column":105},"end":{"line":10,"column":111}} ),{"name":"amount","hash":{},"data":data,"loc":{"start":{"line":10,"column":85},"end":{"line":10,"column":113}}}));
},"7":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":10,"column":157},"end":{"line":10,"column":162}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "change", {"start":{"line":10,"column":163},"end":{"line":10,"column":169}} ),{"name":"delta","hash":{},"data":data,"loc":{"start":{"line":10,"column":155},"end":{"line":10,"column":171}}}));
},"8":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · no "
+ container.escapeExpression((((helper = lookupProperty(helpers,"counted") || container.strict(depth0, "counted", {"start":{"line":10,"column":198},"end":{"line":10,"column":205}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"counted","hash":{},"data":data,"loc":{"start":{"line":10,"column":196},"end":{"line":10,"column":207}}}) : helper)))
+ " in this period";
},"9":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":10,"column":251},"end":{"line":10,"column":255}} )).call(alias2,alias1(depth0, "label", {"start":{"line":10,"column":256},"end":{"line":10,"column":261}} ),{"name":"html","hash":{},"data":data,"loc":{"start":{"line":10,"column":249},"end":{"line":10,"column":263}}}))
+ " "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":10,"column":271},"end":{"line":10,"column":273}} )).call(alias2,alias1(depth0, "share", {"start":{"line":10,"column":274},"end":{"line":10,"column":279}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":10,"column":270},"end":{"line":10,"column":285}}}),{"name":"if","hash":{},"fn":container.program(10, data, 0, blockParams, depths),"inverse":container.program(11, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":10,"column":264},"end":{"line":10,"column":345}}})) != null ? stack1 : "");
},"10":function(container,depth0,helpers,partials,data,blockParams,depths) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":10,"column":289},"end":{"line":10,"column":295}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "value", {"start":{"line":10,"column":296},"end":{"line":10,"column":301}} ),alias1(depths[1], "format", {"start":{"line":10,"column":302},"end":{"line":10,"column":311}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":10,"column":287},"end":{"line":10,"column":313}}}));
},"11":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":10,"column":323},"end":{"line":10,"column":330}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "share", {"start":{"line":10,"column":331},"end":{"line":10,"column":336}} ),{"name":"percent","hash":{},"data":data,"loc":{"start":{"line":10,"column":321},"end":{"line":10,"column":338}}}));
},"12":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · highest "
+ alias3((lookupProperty(helpers,"html")||alias1(depth0, "html", {"start":{"line":10,"column":382},"end":{"line":10,"column":386}} )).call(alias2,alias1(lookupProperty(depth0,"highest"), "label", {"start":{"line":10,"column":387},"end":{"line":10,"column":400}} ),{"name":"html","hash":{},"data":data,"loc":{"start":{"line":10,"column":380},"end":{"line":10,"column":402}}}))
+ " "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":10,"column":405},"end":{"line":10,"column":411}} )).call(alias2,alias1(lookupProperty(depth0,"highest"), "value", {"start":{"line":10,"column":412},"end":{"line":10,"column":425}} ),alias1(depth0, "format", {"start":{"line":10,"column":426},"end":{"line":10,"column":432}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":10,"column":403},"end":{"line":10,"column":434}}}));
},"13":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "leaders", {"start":{"line":10,"column":486},"end":{"line":10,"column":493}} ),{"name":"if","hash":{},"fn":container.program(14, data, 0),"inverse":container.program(15, data, 0),"data":data,"loc":{"start":{"line":10,"column":480},"end":{"line":10,"column":549}}})) != null ? stack1 : "");
},"14":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((((helper = lookupProperty(helpers,"others") || container.strict(depth0, "others", {"start":{"line":10,"column":497},"end":{"line":10,"column":503}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"others","hash":{},"data":data,"loc":{"start":{"line":10,"column":495},"end":{"line":10,"column":505}}}) : helper)))
+ " more";
},"15":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3="function", alias4=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return alias4((((helper = lookupProperty(helpers,"rowCount") || alias1(depth0, "rowCount", {"start":{"line":10,"column":520},"end":{"line":10,"column":528}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"rowCount","hash":{},"data":data,"loc":{"start":{"line":10,"column":518},"end":{"line":10,"column":530}}}) : helper)))
+ " "
+ alias4((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":10,"column":533},"end":{"line":10,"column":540}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data,"loc":{"start":{"line":10,"column":531},"end":{"line":10,"column":542}}}) : helper)));
},"16":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"table")||container.strict(depth0, "table", {"start":{"line":15,"column":2},"end":{"line":15,"column":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"table","hash":{},"data":data,"loc":{"start":{"line":15,"column":0},"end":{"line":15,"column":14}}}))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "### "
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":1,"column":6},"end":{"line":1,"column":11}} )).call(alias2,alias1(depth0, "title", {"start":{"line":1,"column":12},"end":{"line":1,"column":17}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":1,"column":4},"end":{"line":1,"column":19}}}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "period", {"start":{"line":1,"column":25},"end":{"line":1,"column":31}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":19},"end":{"line":1,"column":104}}})) != null ? stack1 : "")
+ "\n\n"
+ ((stack1 = container.invokePartial(lookupProperty(partials,"gates"),depth0,{"name":"gates","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"top"),depth0,{"name":"top","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "insights", {"start":{"line":5,"column":8},"end":{"line":5,"column":16}} ),{"name":"each","hash":{},"fn":container.program(2, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":5,"column":0},"end":{"line":22,"column":9}}})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"notShown"),depth0,{"name":"notShown","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"footer"),depth0,{"name":"footer","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true,"useDepths":true}
};

/** The partials that every template may use, likewise. */
// prettier-ignore
export const PARTIALS: Readonly<Record<'footer' | 'gates' | 'glance' | 'headline' | 'notShown' | 'queries' | 'remarks' | 'section' | 'top' | 'verdict', TemplateSpecification>> = {
footer: {"0":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "text", {"start":{"line":1,"column":21},"end":{"line":1,"column":32}} ), depth0))
+ " · "
+ ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"period"), "late", {"start":{"line":1,"column":43},"end":{"line":1,"column":54}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":37},"end":{"line":1,"column":81}}})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "late", {"start":{"line":1,"column":58},"end":{"line":1,"column":69}} ), depth0))
+ " · ";
},"2":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":1,"column":192},"end":{"line":1,"column":196}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"run"), "url", {"start":{"line":1,"column":197},"end":{"line":1,"column":204}} ),"run",{"name":"link","hash":{},"data":data,"loc":{"start":{"line":1,"column":190},"end":{"line":1,"column":212}}}));
},"3":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "url", {"start":{"line":1,"column":250},"end":{"line":1,"column":253}} ),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.program(5, data, 0),"data":data,"loc":{"start":{"line":1,"column":244},"end":{"line":1,"column":314}}})) != null ? stack1 : "")
+ container.escapeExpression((lookupProperty(helpers,"date")||alias1(depth0, "date", {"start":{"line":1,"column":316},"end":{"line":1,"column":320}} )).call(alias2,alias1(depth0, "at", {"start":{"line":1,"column":321},"end":{"line":1,"column":323}} ),{"name":"date","hash":{},"data":data,"loc":{"start":{"line":1,"column":314},"end":{"line":1,"column":325}}}));
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":1,"column":257},"end":{"line":1,"column":261}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "url", {"start":{"line":1,"column":262},"end":{"line":1,"column":265}} ),"previous report",{"name":"link","hash":{},"data":data,"loc":{"start":{"line":1,"column":255},"end":{"line":1,"column":285}}}))
+ ", ";
},"5":function(container,depth0,helpers,partials,data) {
return "last posted ";
},"6":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":1,"column":352},"end":{"line":1,"column":356}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "whole", {"start":{"line":1,"column":357},"end":{"line":1,"column":362}} ),"full report",{"name":"link","hash":{},"data":data,"loc":{"start":{"line":1,"column":350},"end":{"line":1,"column":378}}}));
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<sub>"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "period", {"start":{"line":1,"column":11},"end":{"line":1,"column":17}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":5},"end":{"line":1,"column":88}}})) != null ? stack1 : "")
+ alias3((((helper = lookupProperty(helpers,"insightCount") || alias1(depth0, "insightCount", {"start":{"line":1,"column":90},"end":{"line":1,"column":102}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"insightCount","hash":{},"data":data,"loc":{"start":{"line":1,"column":88},"end":{"line":1,"column":104}}}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":1,"column":107},"end":{"line":1,"column":113}} )).call(alias2,alias1(depth0, "insightCount", {"start":{"line":1,"column":114},"end":{"line":1,"column":126}} ),"insight","insights",{"name":"plural","hash":{},"data":data,"loc":{"start":{"line":1,"column":105},"end":{"line":1,"column":149}}}))
+ " in "
+ alias3((lookupProperty(helpers,"duration")||alias1(depth0, "duration", {"start":{"line":1,"column":155},"end":{"line":1,"column":163}} )).call(alias2,alias1(depth0, "durationMs", {"start":{"line":1,"column":164},"end":{"line":1,"column":174}} ),{"name":"duration","hash":{},"data":data,"loc":{"start":{"line":1,"column":153},"end":{"line":1,"column":176}}}))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "run", {"start":{"line":1,"column":182},"end":{"line":1,"column":185}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":176},"end":{"line":1,"column":219}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(depth0, "previousPost", {"start":{"line":1,"column":227},"end":{"line":1,"column":239}} ),{"name":"with","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":219},"end":{"line":1,"column":334}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "whole", {"start":{"line":1,"column":340},"end":{"line":1,"column":345}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":334},"end":{"line":1,"column":385}}})) != null ? stack1 : "")
+ "</sub>\n";
},"useData":true},
gates: {"0":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"gateTable")||alias1(depth0, "gateTable", {"start":{"line":2,"column":2},"end":{"line":2,"column":11}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "gates", {"start":{"line":2,"column":12},"end":{"line":2,"column":17}} ),{"name":"gateTable","hash":{},"data":data,"loc":{"start":{"line":2,"column":0},"end":{"line":2,"column":19}}}))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "gates", {"start":{"line":1,"column":6},"end":{"line":1,"column":11}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":4,"column":7}}})) != null ? stack1 : "");
},"useData":true},
glance: {"0":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "No "
+ container.escapeExpression((((helper = lookupProperty(helpers,"counted") || alias1(depth0, "counted", {"start":{"line":1,"column":25},"end":{"line":1,"column":32}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"counted","hash":{},"data":data,"loc":{"start":{"line":1,"column":23},"end":{"line":1,"column":34}}}) : helper)))
+ " in this period"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":1,"column":56},"end":{"line":1,"column":58}} )).call(alias2,alias1(depth0, "previousTotal", {"start":{"line":1,"column":59},"end":{"line":1,"column":72}} ),0,{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":1,"column":55},"end":{"line":1,"column":75}}}),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":49},"end":{"line":1,"column":129}}})) != null ? stack1 : "")
+ ".";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", "
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":1,"column":81},"end":{"line":1,"column":87}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "previousTotal", {"start":{"line":1,"column":88},"end":{"line":1,"column":101}} ),alias1(depth0, "unit", {"start":{"line":1,"column":102},"end":{"line":1,"column":106}} ),alias1(depth0, "format", {"start":{"line":1,"column":107},"end":{"line":1,"column":113}} ),{"name":"amount","hash":{},"data":data,"loc":{"start":{"line":1,"column":79},"end":{"line":1,"column":115}}}))
+ " before";
},"2":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "funnel", {"start":{"line":3,"column":7},"end":{"line":3,"column":13}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0, blockParams, depths),"inverse":container.program(6, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":3,"column":0},"end":{"line":19,"column":8}}})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, alias4=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":4,"column":4},"end":{"line":4,"column":11}} )).call(alias2,alias1(lookupProperty(depth0,"funnel"), "rate", {"start":{"line":4,"column":12},"end":{"line":4,"column":23}} ),{"name":"percent","hash":{},"data":data,"loc":{"start":{"line":4,"column":2},"end":{"line":4,"column":25}}}))
+ "** of "
+ alias3((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":4,"column":33},"end":{"line":4,"column":39}} )).call(alias2,alias1(lookupProperty(lookupProperty(depth0,"funnel"),"first"), "value", {"start":{"line":4,"column":40},"end":{"line":4,"column":58}} ),alias1(depth0, "unit", {"start":{"line":4,"column":59},"end":{"line":4,"column":63}} ),alias1(depth0, "format", {"start":{"line":4,"column":64},"end":{"line":4,"column":70}} ),{"name":"amount","hash":{},"data":data,"loc":{"start":{"line":4,"column":31},"end":{"line":4,"column":72}}}))
+ " came from "
+ alias3(alias4(alias1(lookupProperty(lookupProperty(depth0,"funnel"),"first"), "label", {"start":{"line":4,"column":85},"end":{"line":4,"column":103}} ), depth0))
+ " to **"
+ alias3(alias4(alias1(lookupProperty(lookupProperty(depth0,"funnel"),"last"), "label", {"start":{"line":4,"column":113},"end":{"line":4,"column":130}} ), depth0))
+ "**"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":4,"column":145},"end":{"line":4,"column":147}} )).call(alias2,alias1(lookupProperty(depth0,"funnel"), "previousRate", {"start":{"line":4,"column":148},"end":{"line":4,"column":167}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":4,"column":144},"end":{"line":4,"column":173}}}),{"name":"unless","hash":{},"fn":container.program(4, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":4,"column":134},"end":{"line":4,"column":230}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"funnel"), "narrowest", {"start":{"line":4,"column":238},"end":{"line":4,"column":254}} ),{"name":"with","hash":{},"fn":container.program(5, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":4,"column":230},"end":{"line":4,"column":330}}})) != null ? stack1 : "")
+ ".";
},"4":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", "
+ container.escapeExpression((lookupProperty(helpers,"points")||alias1(depth0, "points", {"start":{"line":4,"column":179},"end":{"line":4,"column":185}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"funnel"), "rate", {"start":{"line":4,"column":186},"end":{"line":4,"column":197}} ),alias1(lookupProperty(depth0,"funnel"), "previousRate", {"start":{"line":4,"column":198},"end":{"line":4,"column":217}} ),{"name":"points","hash":{},"data":data,"loc":{"start":{"line":4,"column":177},"end":{"line":4,"column":219}}}));
},"5":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "; fewest go on to "
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":4,"column":276},"end":{"line":4,"column":281}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data,"loc":{"start":{"line":4,"column":274},"end":{"line":4,"column":283}}}) : helper)))
+ " ("
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":4,"column":287},"end":{"line":4,"column":294}} )).call(alias2,alias1(lookupProperty(depths[1],"funnel"), "narrowestRate", {"start":{"line":4,"column":295},"end":{"line":4,"column":318}} ),{"name":"percent","hash":{},"data":data,"loc":{"start":{"line":4,"column":285},"end":{"line":4,"column":320}}}))
+ ")";
},"6":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "experiments", {"start":{"line":5,"column":11},"end":{"line":5,"column":22}} ),{"name":"if","hash":{},"fn":container.program(7, data, 0, blockParams, depths),"inverse":container.program(11, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":5,"column":0},"end":{"line":19,"column":0}}})) != null ? stack1 : "");
},"7":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "experiments", {"start":{"line":6,"column":8},"end":{"line":6,"column":19}} ),{"name":"each","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":6,"column":0},"end":{"line":6,"column":101}}})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":6,"column":28},"end":{"line":6,"column":30}} )).call(alias2,2,alias1(data, "index", {"start":{"line":6,"column":33},"end":{"line":6,"column":39}} ),{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":6,"column":27},"end":{"line":6,"column":40}}}),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":6,"column":21},"end":{"line":6,"column":92}}})) != null ? stack1 : "");
},"9":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"unless").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(data, "first", {"start":{"line":6,"column":52},"end":{"line":6,"column":58}} ),{"name":"unless","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":6,"column":42},"end":{"line":6,"column":72}}})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"verdict"),depth0,{"name":"verdict","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"10":function(container,depth0,helpers,partials,data) {
return " ";
},"11":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "returns", {"start":{"line":7,"column":11},"end":{"line":7,"column":18}} ),{"name":"if","hash":{},"fn":container.program(12, data, 0, blockParams, depths),"inverse":container.program(15, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":7,"column":0},"end":{"line":19,"column":0}}})) != null ? stack1 : "");
},"12":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "returns", {"start":{"line":8,"column":8},"end":{"line":8,"column":15}} ),{"name":"each","hash":{},"fn":container.program(13, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":0},"end":{"line":8,"column":96}}})) != null ? stack1 : "")
+ ".";
},"13":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":8,"column":21},"end":{"line":8,"column":28}} )).call(alias2,alias1(depth0, "rate", {"start":{"line":8,"column":29},"end":{"line":8,"column":33}} ),{"name":"percent","hash":{},"data":data,"loc":{"start":{"line":8,"column":19},"end":{"line":8,"column":35}}}))
+ "** came back "
+ alias3((((helper = lookupProperty(helpers,"after") || alias1(depth0, "after", {"start":{"line":8,"column":50},"end":{"line":8,"column":55}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"after","hash":{},"data":data,"loc":{"start":{"line":8,"column":48},"end":{"line":8,"column":57}}}) : helper)))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(data, "last", {"start":{"line":8,"column":67},"end":{"line":8,"column":72}} ),{"name":"unless","hash":{},"fn":container.program(14, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":57},"end":{"line":8,"column":87}}})) != null ? stack1 : "");
},"14":function(container,depth0,helpers,partials,data) {
return ", ";
},"15":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":10,"column":11},"end":{"line":10,"column":13}} )).call(alias2,alias1(depth0, "total", {"start":{"line":10,"column":14},"end":{"line":10,"column":19}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":10,"column":10},"end":{"line":10,"column":25}}}),{"name":"unless","hash":{},"fn":container.program(16, data, 0, blockParams, depths),"inverse":container.program(21, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":10,"column":0},"end":{"line":12,"column":12}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":13,"column":12},"end":{"line":13,"column":14}} )).call(alias2,alias1(depth0, "average", {"start":{"line":13,"column":15},"end":{"line":13,"column":22}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":13,"column":11},"end":{"line":13,"column":28}}}),{"name":"unless","hash":{},"fn":container.program(23, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":13,"column":0},"end":{"line":13,"column":292}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"movers"), "up", {"start":{"line":14,"column":9},"end":{"line":14,"column":18}} ),{"name":"with","hash":{},"fn":container.program(26, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":14,"column":0},"end":{"line":14,"column":87}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"movers"), "down", {"start":{"line":15,"column":9},"end":{"line":15,"column":20}} ),{"name":"with","hash":{},"fn":container.program(27, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":15,"column":0},"end":{"line":15,"column":91}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"movers"), "added", {"start":{"line":16,"column":9},"end":{"line":16,"column":21}} ),{"name":"with","hash":{},"fn":container.program(28, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":16,"column":0},"end":{"line":16,"column":81}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(lookupProperty(depth0,"movers"), "lost", {"start":{"line":17,"column":9},"end":{"line":17,"column":20}} ),{"name":"with","hash":{},"fn":container.program(29, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":17,"column":0},"end":{"line":17,"column":91}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":18,"column":12},"end":{"line":18,"column":14}} )).call(alias2,alias1(lookupProperty(depth0,"movers"), "up", {"start":{"line":18,"column":15},"end":{"line":18,"column":24}} ),alias1(lookupProperty(depth0,"movers"), "down", {"start":{"line":18,"column":25},"end":{"line":18,"column":36}} ),alias1(lookupProperty(depth0,"movers"), "added", {"start":{"line":18,"column":37},"end":{"line":18,"column":49}} ),alias1(lookupProperty(depth0,"movers"), "lost", {"start":{"line":18,"column":50},"end":{"line":18,"column":61}} ),{"name":"or","hash":{},"data":data,"loc":{"start":{"line":18,"column":11},"end":{"line":18,"column":62}}}),{"name":"unless","hash":{},"fn":container.program(30, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":18,"column":0},"end":{"line":18,"column":227}}})) != null ? stack1 : "");
},"16":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":10,"column":31},"end":{"line":10,"column":37}} )).call(alias2,alias1(depth0, "total", {"start":{"line":10,"column":38},"end":{"line":10,"column":43}} ),alias1(depth0, "unit", {"start":{"line":10,"column":44},"end":{"line":10,"column":48}} ),alias1(depth0, "format", {"start":{"line":10,"column":49},"end":{"line":10,"column":55}} ),{"name":"amount","hash":{},"data":data,"loc":{"start":{"line":10,"column":29},"end":{"line":10,"column":57}}}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(lookupProperty(data,"root"), "period", {"start":{"line":10,"column":69},"end":{"line":10,"column":81}} ),{"name":"unless","hash":{},"fn":container.program(17, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":59},"end":{"line":10,"column":138}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":10,"column":149},"end":{"line":10,"column":151}} )).call(alias2,alias1(depth0, "change", {"start":{"line":10,"column":152},"end":{"line":10,"column":158}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":10,"column":148},"end":{"line":10,"column":164}}}),{"name":"unless","hash":{},"fn":container.program(19, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":138},"end":{"line":10,"column":295}}})) != null ? stack1 : "")
+ ".";
},"17":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(lookupProperty(depth0,"period"), "soFar", {"start":{"line":10,"column":89},"end":{"line":10,"column":101}} ),{"name":"if","hash":{},"fn":container.program(18, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":83},"end":{"line":10,"column":127}}})) != null ? stack1 : "");
},"18":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "soFar", {"start":{"line":10,"column":106},"end":{"line":10,"column":118}} ), depth0));
},"19":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", **"
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":10,"column":172},"end":{"line":10,"column":177}} )).call(alias2,alias1(depth0, "change", {"start":{"line":10,"column":178},"end":{"line":10,"column":184}} ),{"name":"delta","hash":{},"data":data,"loc":{"start":{"line":10,"column":170},"end":{"line":10,"column":186}}}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":10,"column":199},"end":{"line":10,"column":202}} )).call(alias2,alias1(lookupProperty(data,"root"), "compared", {"start":{"line":10,"column":203},"end":{"line":10,"column":217}} ),(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":10,"column":219},"end":{"line":10,"column":221}} )).call(alias2,alias1(lookupProperty(lookupProperty(data,"root"),"highlights"), "length", {"start":{"line":10,"column":222},"end":{"line":10,"column":245}} ),1,{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":10,"column":218},"end":{"line":10,"column":248}}}),{"name":"and","hash":{},"data":data,"loc":{"start":{"line":10,"column":198},"end":{"line":10,"column":249}}}),{"name":"unless","hash":{},"fn":container.program(20, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":188},"end":{"line":10,"column":284}}})) != null ? stack1 : "");
},"20":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " on "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"compared"), "words", {"start":{"line":10,"column":257},"end":{"line":10,"column":271}} ), depth0));
},"21":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":11,"column":12},"end":{"line":11,"column":14}} )).call(alias2,alias1(depth0, "average", {"start":{"line":11,"column":15},"end":{"line":11,"column":22}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":11,"column":11},"end":{"line":11,"column":28}}}),{"name":"if","hash":{},"fn":container.program(22, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":11,"column":0},"end":{"line":12,"column":0}}})) != null ? stack1 : "");
},"22":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":11,"column":32},"end":{"line":11,"column":38}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":11,"column":39},"end":{"line":11,"column":47}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":11,"column":30},"end":{"line":11,"column":49}}}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":11,"column":52},"end":{"line":11,"column":59}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data,"loc":{"start":{"line":11,"column":50},"end":{"line":11,"column":61}}}) : helper)))
+ ".";
},"23":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":13,"column":41},"end":{"line":13,"column":43}} )).call(alias2,alias1(depth0, "total", {"start":{"line":13,"column":44},"end":{"line":13,"column":49}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":13,"column":40},"end":{"line":13,"column":55}}}),{"name":"unless","hash":{},"fn":container.program(10, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":13,"column":30},"end":{"line":13,"column":69}}})) != null ? stack1 : "")
+ "Average **"
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":13,"column":81},"end":{"line":13,"column":87}} )).call(alias2,alias1(depth0, "average", {"start":{"line":13,"column":88},"end":{"line":13,"column":95}} ),alias1(depth0, "format", {"start":{"line":13,"column":96},"end":{"line":13,"column":102}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":13,"column":79},"end":{"line":13,"column":104}}}))
+ "**"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":13,"column":113},"end":{"line":13,"column":116}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":13,"column":118},"end":{"line":13,"column":120}} )).call(alias2,alias1(depth0, "change", {"start":{"line":13,"column":121},"end":{"line":13,"column":127}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":13,"column":117},"end":{"line":13,"column":133}}}),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":13,"column":135},"end":{"line":13,"column":138}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":13,"column":140},"end":{"line":13,"column":142}} )).call(alias2,alias1(depth0, "averageChange", {"start":{"line":13,"column":143},"end":{"line":13,"column":156}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":13,"column":139},"end":{"line":13,"column":162}}}),{"name":"not","hash":{},"data":data,"loc":{"start":{"line":13,"column":134},"end":{"line":13,"column":163}}}),{"name":"and","hash":{},"data":data,"loc":{"start":{"line":13,"column":112},"end":{"line":13,"column":164}}}),{"name":"if","hash":{},"fn":container.program(24, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":13,"column":106},"end":{"line":13,"column":202}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(depth0, "highest", {"start":{"line":13,"column":210},"end":{"line":13,"column":217}} ),{"name":"with","hash":{},"fn":container.program(25, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":13,"column":202},"end":{"line":13,"column":280}}})) != null ? stack1 : "")
+ ".";
},"24":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", **"
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":13,"column":172},"end":{"line":13,"column":177}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "averageChange", {"start":{"line":13,"column":178},"end":{"line":13,"column":191}} ),{"name":"delta","hash":{},"data":data,"loc":{"start":{"line":13,"column":170},"end":{"line":13,"column":193}}}))
+ "**";
},"25":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", highest **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":13,"column":233},"end":{"line":13,"column":238}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data,"loc":{"start":{"line":13,"column":231},"end":{"line":13,"column":240}}}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":13,"column":246},"end":{"line":13,"column":252}} )).call(alias2,alias1(depth0, "value", {"start":{"line":13,"column":253},"end":{"line":13,"column":258}} ),alias1(depths[1], "format", {"start":{"line":13,"column":259},"end":{"line":13,"column":268}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":13,"column":244},"end":{"line":13,"column":270}}}))
+ ")";
},"26":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " Up most: **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":14,"column":34},"end":{"line":14,"column":39}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data,"loc":{"start":{"line":14,"column":32},"end":{"line":14,"column":41}}}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"signed")||alias1(depth0, "signed", {"start":{"line":14,"column":47},"end":{"line":14,"column":53}} )).call(alias2,alias1(depth0, "difference", {"start":{"line":14,"column":54},"end":{"line":14,"column":64}} ),alias1(depths[1], "format", {"start":{"line":14,"column":65},"end":{"line":14,"column":74}} ),{"name":"signed","hash":{},"data":data,"loc":{"start":{"line":14,"column":45},"end":{"line":14,"column":76}}}))
+ ").";
},"27":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " Down most: **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":15,"column":38},"end":{"line":15,"column":43}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data,"loc":{"start":{"line":15,"column":36},"end":{"line":15,"column":45}}}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"signed")||alias1(depth0, "signed", {"start":{"line":15,"column":51},"end":{"line":15,"column":57}} )).call(alias2,alias1(depth0, "difference", {"start":{"line":15,"column":58},"end":{"line":15,"column":68}} ),alias1(depths[1], "format", {"start":{"line":15,"column":69},"end":{"line":15,"column":78}} ),{"name":"signed","hash":{},"data":data,"loc":{"start":{"line":15,"column":49},"end":{"line":15,"column":80}}}))
+ ").";
},"28":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " New: **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":16,"column":33},"end":{"line":16,"column":38}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data,"loc":{"start":{"line":16,"column":31},"end":{"line":16,"column":40}}}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":16,"column":46},"end":{"line":16,"column":52}} )).call(alias2,alias1(depth0, "value", {"start":{"line":16,"column":53},"end":{"line":16,"column":58}} ),alias1(depths[1], "format", {"start":{"line":16,"column":59},"end":{"line":16,"column":68}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":16,"column":44},"end":{"line":16,"column":70}}}))
+ ").";
},"29":function(container,depth0,helpers,partials,data,blockParams,depths) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " Gone: **"
+ alias3((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":17,"column":33},"end":{"line":17,"column":38}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data,"loc":{"start":{"line":17,"column":31},"end":{"line":17,"column":40}}}) : helper)))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":17,"column":46},"end":{"line":17,"column":52}} )).call(alias2,alias1(depth0, "previous", {"start":{"line":17,"column":53},"end":{"line":17,"column":61}} ),alias1(depths[1], "format", {"start":{"line":17,"column":62},"end":{"line":17,"column":71}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":17,"column":44},"end":{"line":17,"column":73}}}))
+ " before).";
},"30":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "leaders", {"start":{"line":18,"column":72},"end":{"line":18,"column":79}} ),{"name":"each","hash":{},"fn":container.program(31, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":18,"column":64},"end":{"line":18,"column":216}}})) != null ? stack1 : "");
},"31":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(data, "first", {"start":{"line":18,"column":87},"end":{"line":18,"column":93}} ),{"name":"if","hash":{},"fn":container.program(32, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":18,"column":81},"end":{"line":18,"column":207}}})) != null ? stack1 : "");
},"32":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " Most: **"
+ container.escapeExpression((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":18,"column":106},"end":{"line":18,"column":111}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data,"loc":{"start":{"line":18,"column":104},"end":{"line":18,"column":113}}}) : helper)))
+ "** ("
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":18,"column":124},"end":{"line":18,"column":126}} )).call(alias2,alias1(depth0, "share", {"start":{"line":18,"column":127},"end":{"line":18,"column":132}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":18,"column":123},"end":{"line":18,"column":138}}}),{"name":"if","hash":{},"fn":container.program(33, data, 0, blockParams, depths),"inverse":container.program(34, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":18,"column":117},"end":{"line":18,"column":198}}})) != null ? stack1 : "")
+ ").";
},"33":function(container,depth0,helpers,partials,data,blockParams,depths) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":18,"column":142},"end":{"line":18,"column":148}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "value", {"start":{"line":18,"column":149},"end":{"line":18,"column":154}} ),alias1(depths[1], "format", {"start":{"line":18,"column":155},"end":{"line":18,"column":164}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":18,"column":140},"end":{"line":18,"column":166}}}));
},"34":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":18,"column":176},"end":{"line":18,"column":183}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "share", {"start":{"line":18,"column":184},"end":{"line":18,"column":189}} ),{"name":"percent","hash":{},"data":data,"loc":{"start":{"line":18,"column":174},"end":{"line":18,"column":191}}}));
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "rowCount", {"start":{"line":1,"column":10},"end":{"line":1,"column":18}} ),{"name":"unless","hash":{},"fn":container.program(0, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":1,"column":141}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "rowCount", {"start":{"line":2,"column":7},"end":{"line":2,"column":15}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":0},"end":{"line":20,"column":8}}})) != null ? stack1 : "");
},"usePartial":true,"useData":true,"useDepths":true},
headline: {"0":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "experiments", {"start":{"line":2,"column":6},"end":{"line":2,"column":17}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(4, data, 0),"data":data,"loc":{"start":{"line":2,"column":0},"end":{"line":13,"column":7}}})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "experiments", {"start":{"line":3,"column":8},"end":{"line":3,"column":19}} ),{"name":"each","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":3,"column":0},"end":{"line":7,"column":9}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":8,"column":10},"end":{"line":8,"column":20}} ),{"name":"unless","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":0},"end":{"line":10,"column":11}}})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = container.invokePartial(lookupProperty(partials,"verdict"),depth0,{"name":"verdict","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n\n";
},"3":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "text", {"start":{"line":9,"column":2},"end":{"line":9,"column":13}} ), depth0))
+ "\n";
},"4":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"or")||alias1(depth0, "or", {"start":{"line":12,"column":7},"end":{"line":12,"column":9}} )).call(alias2,alias1(depth0, "funnel", {"start":{"line":12,"column":10},"end":{"line":12,"column":16}} ),alias1(depth0, "returns", {"start":{"line":12,"column":17},"end":{"line":12,"column":24}} ),{"name":"or","hash":{},"data":data,"loc":{"start":{"line":12,"column":6},"end":{"line":12,"column":25}}}),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.program(6, data, 0),"data":data,"loc":{"start":{"line":12,"column":0},"end":{"line":12,"column":632}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"and")||alias1(depth0, "and", {"start":{"line":12,"column":639},"end":{"line":12,"column":642}} )).call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":12,"column":644},"end":{"line":12,"column":646}} )).call(alias2,alias1(lookupProperty(depth0,"totalTrend"), "length", {"start":{"line":12,"column":647},"end":{"line":12,"column":664}} ),1,{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":12,"column":643},"end":{"line":12,"column":667}}}),(lookupProperty(helpers,"not")||alias1(depth0, "not", {"start":{"line":12,"column":669},"end":{"line":12,"column":672}} )).call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":12,"column":674},"end":{"line":12,"column":676}} )).call(alias2,alias1(depth0, "kind", {"start":{"line":12,"column":677},"end":{"line":12,"column":681}} ),"ranking",{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":12,"column":673},"end":{"line":12,"column":692}}}),{"name":"not","hash":{},"data":data,"loc":{"start":{"line":12,"column":668},"end":{"line":12,"column":693}}}),{"name":"and","hash":{},"data":data,"loc":{"start":{"line":12,"column":638},"end":{"line":12,"column":694}}}),{"name":"if","hash":{},"fn":container.program(15, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":632},"end":{"line":12,"column":749}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":12,"column":759},"end":{"line":12,"column":769}} ),{"name":"unless","hash":{},"fn":container.program(16, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":749},"end":{"line":12,"column":901}}})) != null ? stack1 : "")
+ "\n";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = container.invokePartial(lookupProperty(partials,"glance"),depth0,{"name":"glance","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"6":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":12,"column":58},"end":{"line":12,"column":60}} )).call(alias2,alias1(depth0, "total", {"start":{"line":12,"column":61},"end":{"line":12,"column":66}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":12,"column":57},"end":{"line":12,"column":72}}}),{"name":"unless","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":47},"end":{"line":12,"column":120}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":12,"column":131},"end":{"line":12,"column":133}} )).call(alias2,alias1(depth0, "change", {"start":{"line":12,"column":134},"end":{"line":12,"column":140}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":12,"column":130},"end":{"line":12,"column":146}}}),{"name":"unless","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":120},"end":{"line":12,"column":182}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":12,"column":193},"end":{"line":12,"column":195}} )).call(alias2,alias1(depth0, "average", {"start":{"line":12,"column":196},"end":{"line":12,"column":203}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":12,"column":192},"end":{"line":12,"column":209}}}),{"name":"unless","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":182},"end":{"line":12,"column":262}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highest", {"start":{"line":12,"column":268},"end":{"line":12,"column":275}} ),{"name":"if","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":262},"end":{"line":12,"column":409}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "last", {"start":{"line":12,"column":415},"end":{"line":12,"column":419}} ),{"name":"if","hash":{},"fn":container.program(11, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":409},"end":{"line":12,"column":492}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":12,"column":499},"end":{"line":12,"column":501}} )).call(alias2,alias1(lookupProperty(depth0,"trend"), "length", {"start":{"line":12,"column":502},"end":{"line":12,"column":514}} ),1,{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":12,"column":498},"end":{"line":12,"column":517}}}),{"name":"if","hash":{},"fn":container.program(12, data, 0),"inverse":container.program(13, data, 0),"data":data,"loc":{"start":{"line":12,"column":492},"end":{"line":12,"column":625}}})) != null ? stack1 : "");
},"7":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ container.escapeExpression((lookupProperty(helpers,"amount")||alias1(depth0, "amount", {"start":{"line":12,"column":78},"end":{"line":12,"column":84}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "total", {"start":{"line":12,"column":85},"end":{"line":12,"column":90}} ),alias1(depth0, "unit", {"start":{"line":12,"column":91},"end":{"line":12,"column":95}} ),alias1(depth0, "format", {"start":{"line":12,"column":96},"end":{"line":12,"column":102}} ),{"name":"amount","hash":{},"data":data,"loc":{"start":{"line":12,"column":76},"end":{"line":12,"column":104}}}))
+ "** · ";
},"8":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ container.escapeExpression((lookupProperty(helpers,"delta")||alias1(depth0, "delta", {"start":{"line":12,"column":152},"end":{"line":12,"column":157}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "change", {"start":{"line":12,"column":158},"end":{"line":12,"column":164}} ),{"name":"delta","hash":{},"data":data,"loc":{"start":{"line":12,"column":150},"end":{"line":12,"column":166}}}))
+ "** · ";
},"9":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "average **"
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":12,"column":223},"end":{"line":12,"column":229}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "average", {"start":{"line":12,"column":230},"end":{"line":12,"column":237}} ),alias1(depth0, "format", {"start":{"line":12,"column":238},"end":{"line":12,"column":244}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":12,"column":221},"end":{"line":12,"column":246}}}))
+ "** · ";
},"10":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.lambda, alias3=container.escapeExpression, alias4=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "highest **"
+ alias3(alias2(alias1(lookupProperty(depth0,"highest"), "label", {"start":{"line":12,"column":289},"end":{"line":12,"column":302}} ), depth0))
+ "** "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":12,"column":309},"end":{"line":12,"column":315}} )).call(alias4,alias1(lookupProperty(depth0,"highest"), "value", {"start":{"line":12,"column":316},"end":{"line":12,"column":329}} ),alias1(depth0, "format", {"start":{"line":12,"column":330},"end":{"line":12,"column":336}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":12,"column":307},"end":{"line":12,"column":338}}}))
+ " · lowest **"
+ alias3(alias2(alias1(lookupProperty(depth0,"lowest"), "label", {"start":{"line":12,"column":352},"end":{"line":12,"column":364}} ), depth0))
+ "** "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":12,"column":371},"end":{"line":12,"column":377}} )).call(alias4,alias1(lookupProperty(depth0,"lowest"), "value", {"start":{"line":12,"column":378},"end":{"line":12,"column":390}} ),alias1(depth0, "format", {"start":{"line":12,"column":391},"end":{"line":12,"column":397}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":12,"column":369},"end":{"line":12,"column":399}}}))
+ " · ";
},"11":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "last complete **"
+ alias2(container.lambda(alias1(lookupProperty(depth0,"last"), "label", {"start":{"line":12,"column":439},"end":{"line":12,"column":449}} ), depth0))
+ "** "
+ alias2((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":12,"column":456},"end":{"line":12,"column":462}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"last"), "value", {"start":{"line":12,"column":463},"end":{"line":12,"column":473}} ),alias1(depth0, "format", {"start":{"line":12,"column":474},"end":{"line":12,"column":480}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":12,"column":454},"end":{"line":12,"column":482}}}))
+ " · ";
},"12":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return alias3((((helper = lookupProperty(helpers,"trendText") || alias1(depth0, "trendText", {"start":{"line":12,"column":521},"end":{"line":12,"column":530}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"trendText","hash":{},"data":data,"loc":{"start":{"line":12,"column":519},"end":{"line":12,"column":532}}}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"sparkline")||alias1(depth0, "sparkline", {"start":{"line":12,"column":535},"end":{"line":12,"column":544}} )).call(alias2,alias1(depth0, "trend", {"start":{"line":12,"column":545},"end":{"line":12,"column":550}} ),{"name":"sparkline","hash":{},"data":data,"loc":{"start":{"line":12,"column":533},"end":{"line":12,"column":552}}}));
},"13":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "cutOff", {"start":{"line":12,"column":566},"end":{"line":12,"column":572}} ),{"name":"if","hash":{},"fn":container.program(14, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":560},"end":{"line":12,"column":587}}})) != null ? stack1 : "")
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":12,"column":589},"end":{"line":12,"column":595}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":12,"column":596},"end":{"line":12,"column":604}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":12,"column":587},"end":{"line":12,"column":606}}}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":12,"column":609},"end":{"line":12,"column":616}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data,"loc":{"start":{"line":12,"column":607},"end":{"line":12,"column":618}}}) : helper)));
},"14":function(container,depth0,helpers,partials,data) {
return "first ";
},"15":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ alias3((((helper = lookupProperty(helpers,"totalTrendText") || alias1(depth0, "totalTrendText", {"start":{"line":12,"column":701},"end":{"line":12,"column":715}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"totalTrendText","hash":{},"data":data,"loc":{"start":{"line":12,"column":699},"end":{"line":12,"column":717}}}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"sparkline")||alias1(depth0, "sparkline", {"start":{"line":12,"column":720},"end":{"line":12,"column":729}} )).call(alias2,alias1(depth0, "totalTrend", {"start":{"line":12,"column":730},"end":{"line":12,"column":740}} ),{"name":"sparkline","hash":{},"data":data,"loc":{"start":{"line":12,"column":718},"end":{"line":12,"column":742}}}));
},"16":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression(container.lambda(alias1(lookupProperty(depth0,"period"), "text", {"start":{"line":12,"column":776},"end":{"line":12,"column":787}} ), depth0))
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "compared", {"start":{"line":12,"column":795},"end":{"line":12,"column":803}} ),{"name":"if","hash":{},"fn":container.program(17, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":789},"end":{"line":12,"column":846}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(lookupProperty(depth0,"period"), "late", {"start":{"line":12,"column":852},"end":{"line":12,"column":863}} ),{"name":"if","hash":{},"fn":container.program(18, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":846},"end":{"line":12,"column":890}}})) != null ? stack1 : "");
},"17":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", compared with "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"compared"), "words", {"start":{"line":12,"column":823},"end":{"line":12,"column":837}} ), depth0));
},"18":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " · "
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "late", {"start":{"line":12,"column":870},"end":{"line":12,"column":881}} ), depth0));
},"19":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "No "
+ container.escapeExpression((((helper = lookupProperty(helpers,"counted") || alias1(depth0, "counted", {"start":{"line":15,"column":5},"end":{"line":15,"column":12}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"counted","hash":{},"data":data,"loc":{"start":{"line":15,"column":3},"end":{"line":15,"column":14}}}) : helper)))
+ " in this period"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(depth0, "samePeriod", {"start":{"line":15,"column":39},"end":{"line":15,"column":49}} ),{"name":"unless","hash":{},"fn":container.program(20, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":15,"column":29},"end":{"line":15,"column":80}}})) != null ? stack1 : "")
+ ".\n";
},"20":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " ("
+ container.escapeExpression(container.lambda(container.strict(lookupProperty(depth0,"period"), "text", {"start":{"line":15,"column":55},"end":{"line":15,"column":66}} ), depth0))
+ ")";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "rowCount", {"start":{"line":1,"column":6},"end":{"line":1,"column":14}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.program(19, data, 0),"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":16,"column":7}}})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
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
+ " · answered in "
+ alias3((lookupProperty(helpers,"duration")||alias1(depth0, "duration", {"start":{"line":4,"column":75},"end":{"line":4,"column":83}} )).call(alias2,alias1(depth0, "durationMs", {"start":{"line":4,"column":84},"end":{"line":4,"column":94}} ),{"name":"duration","hash":{},"data":data,"loc":{"start":{"line":4,"column":73},"end":{"line":4,"column":96}}}))
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
},"useData":true},
remarks: {"0":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "Gone: "
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "gone", {"start":{"line":2,"column":14},"end":{"line":2,"column":18}} ),{"name":"each","hash":{},"fn":container.program(1, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":6},"end":{"line":2,"column":148}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "goneMore", {"start":{"line":2,"column":154},"end":{"line":2,"column":162}} ),{"name":"if","hash":{},"fn":container.program(4, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":148},"end":{"line":2,"column":193}}})) != null ? stack1 : "")
+ ".\n\n";
},"1":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((((helper = lookupProperty(helpers,"label") || alias1(depth0, "label", {"start":{"line":2,"column":22},"end":{"line":2,"column":27}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"label","hash":{},"data":data,"loc":{"start":{"line":2,"column":20},"end":{"line":2,"column":29}}}) : helper)))
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":2,"column":40},"end":{"line":2,"column":42}} )).call(alias2,alias1(depth0, "previous", {"start":{"line":2,"column":43},"end":{"line":2,"column":51}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":2,"column":39},"end":{"line":2,"column":57}}}),{"name":"unless","hash":{},"fn":container.program(2, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":29},"end":{"line":2,"column":109}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,alias1(data, "last", {"start":{"line":2,"column":119},"end":{"line":2,"column":124}} ),{"name":"unless","hash":{},"fn":container.program(3, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":109},"end":{"line":2,"column":139}}})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data,blockParams,depths) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " ("
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":2,"column":63},"end":{"line":2,"column":69}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "previous", {"start":{"line":2,"column":70},"end":{"line":2,"column":78}} ),alias1(depths[1], "format", {"start":{"line":2,"column":79},"end":{"line":2,"column":88}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":2,"column":61},"end":{"line":2,"column":90}}}))
+ " before)";
},"3":function(container,depth0,helpers,partials,data) {
return ", ";
},"4":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return " and "
+ container.escapeExpression((((helper = lookupProperty(helpers,"goneMore") || container.strict(depth0, "goneMore", {"start":{"line":2,"column":171},"end":{"line":2,"column":179}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"goneMore","hash":{},"data":data,"loc":{"start":{"line":2,"column":169},"end":{"line":2,"column":181}}}) : helper)))
+ " more";
},"5":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<sub>"
+ container.escapeExpression((lookupProperty(helpers,"prose")||container.strict(depth0, "prose", {"start":{"line":6,"column":7},"end":{"line":6,"column":12}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":6,"column":5},"end":{"line":6,"column":19}}}))
+ "</sub>\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data,blockParams,depths) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "gone", {"start":{"line":1,"column":6},"end":{"line":1,"column":10}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":4,"column":7}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "notes", {"start":{"line":5,"column":8},"end":{"line":5,"column":13}} ),{"name":"each","hash":{},"fn":container.program(5, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":5,"column":0},"end":{"line":8,"column":9}}})) != null ? stack1 : "");
},"useData":true,"useDepths":true},
section: {"0":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "long", {"start":{"line":2,"column":6},"end":{"line":2,"column":10}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(6, data, 0),"data":data,"loc":{"start":{"line":2,"column":0},"end":{"line":16,"column":7}}})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "<details><summary>"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "hidden", {"start":{"line":3,"column":24},"end":{"line":3,"column":30}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.program(3, data, 0),"data":data,"loc":{"start":{"line":3,"column":18},"end":{"line":3,"column":148}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "diagram", {"start":{"line":3,"column":154},"end":{"line":3,"column":161}} ),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":3,"column":148},"end":{"line":3,"column":184}}})) != null ? stack1 : "")
+ "</summary>\n\n"
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "diagram", {"start":{"line":5,"column":6},"end":{"line":5,"column":13}} ),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":5,"column":0},"end":{"line":8,"column":7}}})) != null ? stack1 : "")
+ container.escapeExpression((lookupProperty(helpers,"table")||alias1(depth0, "table", {"start":{"line":9,"column":2},"end":{"line":9,"column":7}} )).call(alias2,depth0,{"name":"table","hash":{},"data":data,"loc":{"start":{"line":9,"column":0},"end":{"line":9,"column":14}}}))
+ "\n\n</details>\n\n";
},"2":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "The last "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":3,"column":43},"end":{"line":3,"column":49}} )).call(alias2,alias1(lookupProperty(depth0,"rows"), "length", {"start":{"line":3,"column":50},"end":{"line":3,"column":61}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":3,"column":41},"end":{"line":3,"column":63}}}))
+ " of "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":3,"column":69},"end":{"line":3,"column":75}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":3,"column":76},"end":{"line":3,"column":84}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":3,"column":67},"end":{"line":3,"column":86}}}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":3,"column":89},"end":{"line":3,"column":96}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data,"loc":{"start":{"line":3,"column":87},"end":{"line":3,"column":98}}}) : helper)));
},"3":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "All "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":3,"column":112},"end":{"line":3,"column":118}} )).call(alias2,alias1(depth0, "rowCount", {"start":{"line":3,"column":119},"end":{"line":3,"column":127}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":3,"column":110},"end":{"line":3,"column":129}}}))
+ " "
+ alias3((((helper = lookupProperty(helpers,"rowWord") || alias1(depth0, "rowWord", {"start":{"line":3,"column":132},"end":{"line":3,"column":139}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"rowWord","hash":{},"data":data,"loc":{"start":{"line":3,"column":130},"end":{"line":3,"column":141}}}) : helper)));
},"4":function(container,depth0,helpers,partials,data) {
return ", with a chart";
},"5":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"fence")||alias1(depth0, "fence", {"start":{"line":6,"column":2},"end":{"line":6,"column":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "diagram", {"start":{"line":6,"column":8},"end":{"line":6,"column":15}} ),"mermaid",{"name":"fence","hash":{},"data":data,"loc":{"start":{"line":6,"column":0},"end":{"line":6,"column":27}}}))
+ "\n\n";
},"6":function(container,depth0,helpers,partials,data) {
var lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"table")||container.strict(depth0, "table", {"start":{"line":14,"column":2},"end":{"line":14,"column":7}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"table","hash":{},"data":data,"loc":{"start":{"line":14,"column":0},"end":{"line":14,"column":14}}}))
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "rows", {"start":{"line":1,"column":6},"end":{"line":1,"column":10}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":17,"column":7}}})) != null ? stack1 : "")
+ ((stack1 = container.invokePartial(lookupProperty(partials,"remarks"),depth0,{"name":"remarks","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
top: {"0":function(container,depth0,helpers,partials,data) {
var helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3="function", alias4=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "❌ **"
+ alias4((((helper = lookupProperty(helpers,"failedCount") || alias1(depth0, "failedCount", {"start":{"line":2,"column":6},"end":{"line":2,"column":17}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"failedCount","hash":{},"data":data,"loc":{"start":{"line":2,"column":4},"end":{"line":2,"column":19}}}) : helper)))
+ " of "
+ alias4((((helper = lookupProperty(helpers,"insightCount") || alias1(depth0, "insightCount", {"start":{"line":2,"column":25},"end":{"line":2,"column":37}} ))),(typeof helper === alias3 ? helper.call(alias2,{"name":"insightCount","hash":{},"data":data,"loc":{"start":{"line":2,"column":23},"end":{"line":2,"column":39}}}) : helper)))
+ " "
+ alias4((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":2,"column":42},"end":{"line":2,"column":48}} )).call(alias2,alias1(depth0, "insightCount", {"start":{"line":2,"column":49},"end":{"line":2,"column":61}} ),"insight","insights",{"name":"plural","hash":{},"data":data,"loc":{"start":{"line":2,"column":40},"end":{"line":2,"column":84}}}))
+ " could not be reported**, for the "
+ alias4((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":2,"column":120},"end":{"line":2,"column":126}} )).call(alias2,alias1(depth0, "failedCount", {"start":{"line":2,"column":127},"end":{"line":2,"column":138}} ),"reason","reasons",{"name":"plural","hash":{},"data":data,"loc":{"start":{"line":2,"column":118},"end":{"line":2,"column":159}}}))
+ " below.\n\n";
},"1":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "missed", {"start":{"line":6,"column":6},"end":{"line":6,"column":12}} ),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":6,"column":0},"end":{"line":9,"column":7}}})) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "⚠️ "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "url", {"start":{"line":7,"column":9},"end":{"line":7,"column":12}} ),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(4, data, 0),"data":data,"loc":{"start":{"line":7,"column":3},"end":{"line":7,"column":96}}})) != null ? stack1 : "")
+ " is of "
+ alias3((lookupProperty(helpers,"date")||alias1(depth0, "date", {"start":{"line":7,"column":105},"end":{"line":7,"column":109}} )).call(alias2,alias1(depth0, "at", {"start":{"line":7,"column":110},"end":{"line":7,"column":112}} ),{"name":"date","hash":{},"data":data,"loc":{"start":{"line":7,"column":103},"end":{"line":7,"column":114}}}))
+ ": by the schedule, "
+ alias3((((helper = lookupProperty(helpers,"missed") || alias1(depth0, "missed", {"start":{"line":7,"column":135},"end":{"line":7,"column":141}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"missed","hash":{},"data":data,"loc":{"start":{"line":7,"column":133},"end":{"line":7,"column":143}}}) : helper)))
+ " "
+ alias3((lookupProperty(helpers,"plural")||alias1(depth0, "plural", {"start":{"line":7,"column":146},"end":{"line":7,"column":152}} )).call(alias2,alias1(depth0, "missed", {"start":{"line":7,"column":153},"end":{"line":7,"column":159}} ),"report is","reports are",{"name":"plural","hash":{},"data":data,"loc":{"start":{"line":7,"column":144},"end":{"line":7,"column":187}}}))
+ " missing in between.\n\n";
},"3":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((lookupProperty(helpers,"link")||alias1(depth0, "link", {"start":{"line":7,"column":16},"end":{"line":7,"column":20}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "url", {"start":{"line":7,"column":21},"end":{"line":7,"column":24}} ),"The report before this one",{"name":"link","hash":{},"data":data,"loc":{"start":{"line":7,"column":14},"end":{"line":7,"column":55}}}));
},"4":function(container,depth0,helpers,partials,data) {
return "The report before this one";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "compared", {"start":{"line":12,"column":6},"end":{"line":12,"column":14}} ),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":0},"end":{"line":15,"column":7}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"each").call(alias2,alias1(depth0, "highlights", {"start":{"line":16,"column":8},"end":{"line":16,"column":18}} ),{"name":"each","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":16,"column":0},"end":{"line":18,"column":9}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "highlightsMore", {"start":{"line":19,"column":6},"end":{"line":19,"column":20}} ),{"name":"if","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":19,"column":0},"end":{"line":21,"column":7}}})) != null ? stack1 : "")
+ "\n";
},"6":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.lambda, alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "Compared with "
+ alias3(alias2(alias1(lookupProperty(depth0,"compared"), "words", {"start":{"line":13,"column":16},"end":{"line":13,"column":30}} ), depth0))
+ " ("
+ alias3(alias2(alias1(lookupProperty(depth0,"compared"), "dates", {"start":{"line":13,"column":36},"end":{"line":13,"column":50}} ), depth0))
+ "):\n\n";
},"7":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "- **"
+ container.escapeExpression((lookupProperty(helpers,"prose")||alias1(depth0, "prose", {"start":{"line":17,"column":6},"end":{"line":17,"column":11}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "title", {"start":{"line":17,"column":12},"end":{"line":17,"column":17}} ),{"name":"prose","hash":{},"data":data,"loc":{"start":{"line":17,"column":4},"end":{"line":17,"column":19}}}))
+ "**: "
+ ((stack1 = container.invokePartial(lookupProperty(partials,"glance"),depth0,{"name":"glance","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n";
},"8":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "- "
+ container.escapeExpression((((helper = lookupProperty(helpers,"highlightsMore") || container.strict(depth0, "highlightsMore", {"start":{"line":20,"column":4},"end":{"line":20,"column":18}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"highlightsMore","hash":{},"data":data,"loc":{"start":{"line":20,"column":2},"end":{"line":20,"column":20}}}) : helper)))
+ " more below\n";
},"9":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),container.strict(depth0, "highlights", {"start":{"line":24,"column":8},"end":{"line":24,"column":18}} ),{"name":"each","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":24,"column":0},"end":{"line":28,"column":9}}})) != null ? stack1 : "");
},"10":function(container,depth0,helpers,partials,data) {
var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = container.invokePartial(lookupProperty(partials,"glance"),depth0,{"name":"glance","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
+ "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "failedCount", {"start":{"line":1,"column":6},"end":{"line":1,"column":17}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":4,"column":7}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"with").call(alias2,alias1(depth0, "previousPost", {"start":{"line":5,"column":8},"end":{"line":5,"column":20}} ),{"name":"with","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":5,"column":0},"end":{"line":10,"column":9}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":11,"column":7},"end":{"line":11,"column":9}} )).call(alias2,alias1(lookupProperty(depth0,"highlights"), "length", {"start":{"line":11,"column":10},"end":{"line":11,"column":27}} ),1,{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":11,"column":6},"end":{"line":11,"column":30}}}),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.program(9, data, 0),"data":data,"loc":{"start":{"line":11,"column":0},"end":{"line":29,"column":7}}})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
verdict: {"0":function(container,depth0,helpers,partials,data) {
var helper, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return container.escapeExpression((((helper = lookupProperty(helpers,"group") || container.strict(depth0, "group", {"start":{"line":1,"column":15},"end":{"line":1,"column":20}} ))),(typeof helper === "function" ? helper.call(depth0 != null ? depth0 : (container.nullContext || {}),{"name":"group","hash":{},"data":data,"loc":{"start":{"line":1,"column":13},"end":{"line":1,"column":22}}}) : helper)))
+ ": ";
},"1":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.lambda, alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "**"
+ alias3(alias2(alias1(lookupProperty(depth0,"better"), "name", {"start":{"line":1,"column":54},"end":{"line":1,"column":65}} ), depth0))
+ "** does better than "
+ alias3(alias2(alias1(lookupProperty(depth0,"worse"), "name", {"start":{"line":1,"column":89},"end":{"line":1,"column":99}} ), depth0));
},"2":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, alias2=container.lambda, alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "No clear winner between **"
+ alias3(alias2(alias1(lookupProperty(depth0,"better"), "name", {"start":{"line":1,"column":137},"end":{"line":1,"column":148}} ), depth0))
+ "** and "
+ alias3(alias2(alias1(lookupProperty(depth0,"worse"), "name", {"start":{"line":1,"column":159},"end":{"line":1,"column":169}} ), depth0));
},"3":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ", "
+ container.escapeExpression((lookupProperty(helpers,"points")||alias1(depth0, "points", {"start":{"line":1,"column":413},"end":{"line":1,"column":419}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(lookupProperty(depth0,"better"), "rate", {"start":{"line":1,"column":420},"end":{"line":1,"column":431}} ),alias1(lookupProperty(depth0,"worse"), "rate", {"start":{"line":1,"column":432},"end":{"line":1,"column":442}} ),{"name":"points","hash":{},"data":data,"loc":{"start":{"line":1,"column":411},"end":{"line":1,"column":444}}}));
},"4":function(container,depth0,helpers,partials,data) {
return "There is no p-value: too few users to tell.";
},"5":function(container,depth0,helpers,partials,data) {
var stack1, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"gt")||alias1(depth0, "gt", {"start":{"line":1,"column":539},"end":{"line":1,"column":541}} )).call(alias2,0.001,alias1(depth0, "pValue", {"start":{"line":1,"column":548},"end":{"line":1,"column":554}} ),{"name":"gt","hash":{},"data":data,"loc":{"start":{"line":1,"column":538},"end":{"line":1,"column":555}}}),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.program(7, data, 0),"data":data,"loc":{"start":{"line":1,"column":532},"end":{"line":1,"column":602}}})) != null ? stack1 : "")
+ ": "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "significant", {"start":{"line":1,"column":610},"end":{"line":1,"column":621}} ),{"name":"if","hash":{},"fn":container.program(8, data, 0),"inverse":container.program(9, data, 0),"data":data,"loc":{"start":{"line":1,"column":604},"end":{"line":1,"column":699}}})) != null ? stack1 : "")
+ ".";
},"6":function(container,depth0,helpers,partials,data) {
return "p < 0.001";
},"7":function(container,depth0,helpers,partials,data) {
var alias1=container.strict, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return "p = "
+ container.escapeExpression((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1,"column":580},"end":{"line":1,"column":586}} )).call(depth0 != null ? depth0 : (container.nullContext || {}),alias1(depth0, "pValue", {"start":{"line":1,"column":587},"end":{"line":1,"column":593}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":1,"column":578},"end":{"line":1,"column":595}}}));
},"8":function(container,depth0,helpers,partials,data) {
return "significant at 5%";
},"9":function(container,depth0,helpers,partials,data) {
return "not significant at 5%, so this may be chance";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
var stack1, helper, alias1=container.strict, alias2=depth0 != null ? depth0 : (container.nullContext || {}), alias3=container.escapeExpression, lookupProperty = container.lookupProperty || function(parent, propertyName) {
if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
return parent[propertyName];
}
return undefined
};

return ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "group", {"start":{"line":1,"column":6},"end":{"line":1,"column":11}} ),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":1,"column":31}}})) != null ? stack1 : "")
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,alias1(depth0, "significant", {"start":{"line":1,"column":37},"end":{"line":1,"column":48}} ),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(2, data, 0),"data":data,"loc":{"start":{"line":1,"column":31},"end":{"line":1,"column":178}}})) != null ? stack1 : "")
+ ": "
+ alias3((((helper = lookupProperty(helpers,"criterion") || alias1(depth0, "criterion", {"start":{"line":1,"column":182},"end":{"line":1,"column":191}} ))),(typeof helper === "function" ? helper.call(alias2,{"name":"criterion","hash":{},"data":data,"loc":{"start":{"line":1,"column":180},"end":{"line":1,"column":193}}}) : helper)))
+ " at **"
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":1,"column":201},"end":{"line":1,"column":208}} )).call(alias2,alias1(lookupProperty(depth0,"better"), "rate", {"start":{"line":1,"column":209},"end":{"line":1,"column":220}} ),{"name":"percent","hash":{},"data":data,"loc":{"start":{"line":1,"column":199},"end":{"line":1,"column":222}}}))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1,"column":228},"end":{"line":1,"column":234}} )).call(alias2,alias1(lookupProperty(depth0,"better"), "successes", {"start":{"line":1,"column":235},"end":{"line":1,"column":251}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":1,"column":226},"end":{"line":1,"column":253}}}))
+ " of "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1,"column":259},"end":{"line":1,"column":265}} )).call(alias2,alias1(lookupProperty(depth0,"better"), "users", {"start":{"line":1,"column":266},"end":{"line":1,"column":278}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":1,"column":257},"end":{"line":1,"column":280}}}))
+ " users) against **"
+ alias3((lookupProperty(helpers,"percent")||alias1(depth0, "percent", {"start":{"line":1,"column":300},"end":{"line":1,"column":307}} )).call(alias2,alias1(lookupProperty(depth0,"worse"), "rate", {"start":{"line":1,"column":308},"end":{"line":1,"column":318}} ),{"name":"percent","hash":{},"data":data,"loc":{"start":{"line":1,"column":298},"end":{"line":1,"column":320}}}))
+ "** ("
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1,"column":326},"end":{"line":1,"column":332}} )).call(alias2,alias1(lookupProperty(depth0,"worse"), "successes", {"start":{"line":1,"column":333},"end":{"line":1,"column":348}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":1,"column":324},"end":{"line":1,"column":350}}}))
+ " of "
+ alias3((lookupProperty(helpers,"number")||alias1(depth0, "number", {"start":{"line":1,"column":356},"end":{"line":1,"column":362}} )).call(alias2,alias1(lookupProperty(depth0,"worse"), "users", {"start":{"line":1,"column":363},"end":{"line":1,"column":374}} ),{"name":"number","hash":{},"data":data,"loc":{"start":{"line":1,"column":354},"end":{"line":1,"column":376}}}))
+ ")"
+ ((stack1 = lookupProperty(helpers,"unless").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1,"column":388},"end":{"line":1,"column":390}} )).call(alias2,alias1(depth0, "difference", {"start":{"line":1,"column":391},"end":{"line":1,"column":401}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":1,"column":387},"end":{"line":1,"column":407}}}),{"name":"unless","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":1,"column":377},"end":{"line":1,"column":455}}})) != null ? stack1 : "")
+ ". "
+ ((stack1 = lookupProperty(helpers,"if").call(alias2,(lookupProperty(helpers,"eq")||alias1(depth0, "eq", {"start":{"line":1,"column":464},"end":{"line":1,"column":466}} )).call(alias2,alias1(depth0, "pValue", {"start":{"line":1,"column":467},"end":{"line":1,"column":473}} ),null,{"name":"eq","hash":{},"data":data,"loc":{"start":{"line":1,"column":463},"end":{"line":1,"column":479}}}),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.program(5, data, 0),"data":data,"loc":{"start":{"line":1,"column":457},"end":{"line":1,"column":707}}})) != null ? stack1 : "");
},"useData":true}
};
