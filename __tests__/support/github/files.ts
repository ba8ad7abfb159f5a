import { createHash } from 'node:crypto';
import { example } from './description.ts';
import type { Repository } from './repository.ts';
import { type Answer, type Call, refusal } from './rest.ts';

type Page = (call: Call, all: readonly unknown[]) => Answer;
type Tree = Readonly<Record<string, string>>;

/** A pull request's commits, with all files of each. */
export interface StoredChange {
  readonly base: { readonly sha: string; readonly files: Tree };
  readonly head: { readonly sha: string; readonly files: Tree };
}

/** More bytes come without their content. */
const CONTENT_BYTES = 1_000_000;

/** GitHub's operations on the files of commits and pull requests; null for any other operation. */
export function answerFiles(call: Call, { changes }: Repository, paged: Page): Answer | null {
  const { route, ids, query } = call;
  const treeAt = (sha: string): Tree | undefined =>
    [...changes.values()].flatMap(({ base, head }) => [base, head]).find((each) => each.sha === sha)?.files;
  switch (route) {
    case 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': {
      const change = changes.get(Number(ids.pull_number));
      return change === undefined ? refusal(404, 'Not Found') : paged(call, filesOf(change));
    }
    case 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': {
      const tree = treeAt(ids.tree_sha ?? '');
      if (tree === undefined) return refusal(404, 'Not Found');
      const entries = Object.entries(tree).map(([path, text]) => ({
        path,
        mode: '100644',
        type: 'blob',
        sha: shaOf(text),
        size: text.length,
      }));
      return {
        status: 200,
        body: { sha: ids.tree_sha, url: 'https://api.github.com/tree', truncated: false, tree: entries },
      };
    }
    case 'GET /repos/{owner}/{repo}/contents/{path}': {
      const text = treeAt(query.get('ref') ?? '')?.[ids.path ?? ''];
      return text === undefined
        ? refusal(404, 'Not Found')
        : { status: 200, body: contentOf(ids.path ?? '', text) };
    }
    case 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': {
      const texts = [...changes.values()].flatMap(({ base, head }) =>
        [base, head].flatMap(({ files }) => Object.values(files)),
      );
      const text = texts.find((each) => shaOf(each) === ids.file_sha);
      if (text === undefined) return refusal(404, 'Not Found');
      return {
        status: 200,
        body: {
          ...example('blob'),
          content: base64(text),
          encoding: 'base64',
          sha: shaOf(text),
          size: text.length,
        },
      };
    }
    default:
      return null;
  }
}

function filesOf({ base, head }: StoredChange): readonly unknown[] {
  const paths = new Set([...Object.keys(base.files), ...Object.keys(head.files)]);
  return [...paths].flatMap((path) => {
    const [before, after] = [base.files[path], head.files[path]];
    if (before === after) return [];
    const status = before === undefined ? 'added' : after === undefined ? 'removed' : 'modified';
    return [{ ...example('diff-entry'), filename: path, status, patch: patchOf(before ?? '', after ?? '') }];
  });
}

function patchOf(before: string, after: string): string {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const gone = was.filter((line) => !is.includes(line)).map((line) => `-${line}`);
  const come = is.filter((line) => !was.includes(line)).map((line) => `+${line}`);
  return ['@@ -1 +1 @@', ...gone, ...come].join('\n');
}

function contentOf(path: string, text: string): object {
  const isWhole = Buffer.byteLength(text) <= CONTENT_BYTES;
  const content = isWhole ? { content: base64(text), encoding: 'base64' } : { content: '', encoding: 'none' };
  return { ...example('content-file'), ...content, type: 'file', path, sha: shaOf(text), size: text.length };
}

/** With line breaks, as GitHub writes it. */
function base64(text: string): string {
  return Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\n');
}

function shaOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
