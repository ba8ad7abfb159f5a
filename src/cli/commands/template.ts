// `template eject` copies a built-in template and its partials to a folder, as the beginning of a custom
// one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../text/errors.ts';
import { BUILTIN_TEMPLATES } from '../../report/inputs/request.ts';
import { builtinPartials, builtinTemplate } from '../../report/render/template/sources.ts';
import { didYouMean } from '../../text/nearest.ts';
import { command } from '../arguments/command.ts';
import { type NewFile, writeFiles } from '../init/write-files.ts';

const eject = command(
  {
    name: 'template eject',
    description: `Writes a built-in template (${BUILTIN_TEMPLATES.join(' or ')}) and its partials to a folder, for you to change.
It overwrites no file.`,
    flags: {
      to: {
        value: 'FOLDER',
        default: join('.github', 'insight-report'),
        description: 'the folder to write to',
      },
    },
    operands: {
      name: {
        value: 'NAME',
        required: true,
        words: BUILTIN_TEMPLATES,
        description: BUILTIN_TEMPLATES.join(' or '),
      },
    },
  },
  async ({ flags: { to: folder }, operands: { name } }, io) => {
    const files = templateFiles(name, folder);
    checkUntaken(files);
    await writeFiles(files, true);
    io.stdout.write(`${files.map(({ path }) => path).join('\n')}\n`);
    io.stderr.write(
      `insight-report: use it with "template: ${join(folder, `${name}.hbs`)}"; docs/reference/template-view.md lists what a template can show\n`,
    );
  },
);

export const commands = [eject];

/**
 * The template and, in a folder beside it, the partials that it is made of. Throws `InputError` for an
 * unknown name.
 */
function templateFiles(name: string, folder: string): readonly NewFile[] {
  const builtin = BUILTIN_TEMPLATES.find((each) => each === name);
  if (builtin === undefined) throw new InputError([unknownTemplate(name)]);
  const source = builtinTemplate(builtin);
  const partials = builtinPartials();
  const used = new Set<string>();
  const collect = (text: string) => {
    for (const [, partial = ''] of text.matchAll(/\{\{~?> *(\w+)/g)) {
      if (used.has(partial)) continue;
      used.add(partial);
      collect(partials[partial] ?? '');
    }
  };
  collect(source);
  return [
    { path: join(folder, `${name}.hbs`), text: source },
    ...[...used].sort().map((partial) => ({
      path: join(folder, 'partials', `${partial}.hbs`),
      text: partials[partial] ?? '',
    })),
  ];
}

function unknownTemplate(name: string): string {
  const templateNames = BUILTIN_TEMPLATES.join(' and ');
  return `there is no built-in template "${name}"; there are ${templateNames}${didYouMean(name, BUILTIN_TEMPLATES)}`;
}

/** Throws `InputError` if a file with another text is in the way. */
function checkUntaken(files: readonly NewFile[]): void {
  const taken = files.filter(({ path, text }) => existsSync(path) && readFileSync(path, 'utf8') !== text);
  if (taken.length === 0) return;
  const paths = taken.map(({ path }) => path).join(', ');
  throw new InputError([
    `nothing was written, because these files exist and differ: ${paths}. Name another folder with --to`,
  ]);
}
