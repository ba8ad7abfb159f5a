/** A target of an invented Xcode project. */
interface TestTarget {
  readonly name: string;
  readonly productType: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Targets that this one depends on. */
  readonly embeds?: readonly string[];
}

/** An app for phones, with its own minimum or none. */
export function app(name: string, minimum: string | null, settings: TestTarget['settings'] = {}): TestTarget {
  const own = minimum === null ? {} : { IPHONEOS_DEPLOYMENT_TARGET: minimum };
  return { name, productType: 'application', settings: { ...settings, ...own } };
}

/**
 * A project as Xcode writes it: each target and the project have a configuration to debug and one to release.
 */
export function projectOf({
  project,
  targets,
  config = null,
}: {
  readonly project: string | null;
  readonly targets: readonly TestTarget[];
  readonly config?: string | null;
}): string {
  const own = { SDKROOT: 'iphoneos', ...(project === null ? {} : { IPHONEOS_DEPLOYMENT_TARGET: project }) };
  const lists = [
    configurations('PROJECT', own, config),
    ...targets.map(({ name, settings }) => configurations(name, settings, null)),
  ];
  const native = targets.map(
    ({
      name,
      productType,
      embeds = [],
    }) => `${embeds.map((each) => `		DEPENDENCY_${each} = {isa = PBXTargetDependency; target = TARGET_${each} /* ${each} */; };\n`).join('')}		TARGET_${name} /* ${name} */ = {
			isa = PBXNativeTarget;
			buildConfigurationList = LIST_${name} /* Build configuration list for "${name}" */;
			dependencies = (${embeds.map((each) => `DEPENDENCY_${each}, `).join('')});
			name = ${name};
			productType = "com.apple.product-type.${productType}";
		};`,
  );
  const file =
    config === null
      ? ''
      : `		CONFIG = {isa = PBXFileReference; path = ${config}; sourceTree = "<group>"; };\n`;
  return `// !$*UTF8*$!
{
	archiveVersion = 1;
	objects = {
${file}${native.join('\n')}
		ROOT /* Project object */ = {
			isa = PBXProject;
			buildConfigurationList = LIST_PROJECT;
			targets = (
${targets.map(({ name }) => `				TARGET_${name},`).join('\n')}
			);
		};
${lists.join('\n')}
	};
	rootObject = ROOT /* Project object */;
}
`;
}

function configurations(owner: string, settings: TestTarget['settings'], config: string | null): string {
  const base = config === null ? '' : '\n			baseConfigurationReference = CONFIG;';
  const each = ['Debug', 'Release'].map(
    (name) => `		${name}_${owner} /* ${name} */ = {
			isa = XCBuildConfiguration;${base}
			buildSettings = {
${Object.entries(settings)
  .map(([key, value]) => `				${key} = ${value};`)
  .join('\n')}
			};
			name = ${name};
		};`,
  );
  return `${each.join('\n')}
		LIST_${owner} = {
			isa = XCConfigurationList;
			buildConfigurations = (
				Debug_${owner},
				Release_${owner},
			);
			defaultConfigurationName = Release;
		};`;
}
