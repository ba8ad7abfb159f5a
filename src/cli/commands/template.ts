import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import { BUILTIN_TEMPLATES, builtinPartials, builtinTemplate } from '../../render/template/builtin.ts';
import { type CommandSpec, formatHelp, parseArguments } from '../arguments/parse.ts';
import type { Io } from '../io.ts';

const FOLDER = join('.github', 'insight-report');

const EJECT: CommandSpec = {
  usage: 'template eject NAME [--to FOLDER]',
  says: `Writes a built-in template (${BUILTIN_TEMPLATES.join(' or ')}) and its partials to a folder, to begin one of your own with.`,
  flags: { to: { value: 'FOLDER', says: `the folder to write to (default ${FOLDER})` } },
  positionals: { name: 'eject and the name of a template', min: 0, max: 2 },
};

/** `insight-report template eject NAME`: a built-in template as files of your own. Overwrites nothing. Gives the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    io.stdout.write(formatHelp(EJECT));
    return Promise.resolve(0);
  }
  const given = parseArguments(args, EJECT);
  const [command = 'eject', name = ''] = given.positionals;
  if (name === '' && command === 'eject')
    throw new InputError([`which one? "template eject NAME" takes ${BUILTIN_TEMPLATES.join(' or ')}`]);
  const source = command === 'eject' ? builtinTemplate(name) : null;
  if (source === null)
    throw new InputError([
      command === 'eject' ? unknownTemplate(name) : `there is no template ${command}; there is eject`,
    ]);
  const folder = given.text('to') ?? FOLDER;
  const files = templateFiles(name, source, folder);
  const taken = files.filter(({ path, text }) => existsSync(path) && readFileSync(path, 'utf8') !== text);
  if (taken.length > 0) {
    const paths = taken.map(({ path }) => path).join(', ');
    throw new InputError([
      `nothing was written, since these files are there and are others: ${paths}. Name another folder with --to`,
    ]);
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  io.stdout.write(`${files.map(({ path }) => path).join('\n')}\n`);
  io.stderr.write(
    `insight-report: use it with "template: ${join(folder, `${name}.hbs`)}"; docs/view.md says what there is to show\n`,
  );
  return 0;
}

function unknownTemplate(name: string): string {
  const hint = didYouMean(name, BUILTIN_TEMPLATES);
  return `there is no built-in template "${name}"; there are ${BUILTIN_TEMPLATES.join(' and ')}${hint}`;
}

/** The template, and in a folder beside it the partials that it is made of. */
function templateFiles(
  name: string,
  source: string,
  folder: string,
): { readonly path: string; readonly text: string }[] {
  const partials = builtinPartials();
  const used = new Set<string>();
  const collect = (text: string): void => {
    for (const [, partial = ''] of text.matchAll(/\{\{~?> *(\w+)/g)) {
      if (used.has(partial)) continue;
      used.add(partial);
      collect(partials[partial] ?? '');
    }
  };
  collect(source);
  return [
    { path: join(folder, `${name}.hbs`), text: source },
    ...[...used]
      .sort()
      .map((partial) => ({ path: join(folder, 'partials', `${partial}.hbs`), text: partials[partial] ?? '' })),
  ];
}
