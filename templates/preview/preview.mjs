// The preview's page: shows the state that the command line serves, and follows its changes.
const { document, localStorage, navigator, EventSource } = globalThis;

const PLACES = {
  summary: 'Job summary',
  'pull-request': 'Pull request',
  issue: 'Issue',
  release: 'Release',
  discussion: 'Discussion',
  all: 'Side by side',
};
const NEARLY_FULL = 0.8;

let state = null;
const seen = { report: null, theme: preferredTheme(), width: 'desktop', ...remembered() };
// Null until one is chosen: the first that the report is posted to. It stays in the address, since another
// report has others.
seen.place = Object.keys(PLACES).find((place) => place === globalThis.location.hash.slice(1)) ?? null;
/** A request's path with the secret of the page's address. */
const withKey = (path) => `${path}${globalThis.location.search}`;
const $ = (id) => document.getElementById(id);

$('theme').onclick = () => set({ theme: seen.theme === 'dark' ? 'light' : 'dark' });
$('width').onclick = () => set({ width: seen.width === 'phone' ? 'desktop' : 'phone' });
$('again').onclick = () => globalThis.fetch(withKey('/ask'), { method: 'POST' });
$('reports').onchange = (event) => set({ report: event.target.value });
document.onkeydown = ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey || target.tagName === 'SELECT') return;
  const id = { r: 'again', w: 'width', d: 'theme' }[key.toLowerCase()];
  if (id !== undefined && !$(id).hidden) $(id).click();
};

const source = new EventSource(withKey('/events'));
source.addEventListener('version', load);
source.onerror = () => {
  $('status').textContent = 'The preview has stopped, or this is not the whole address that it printed.';
};
show();

async function load() {
  const answer = await globalThis.fetch(withKey('/state')).catch(() => null);
  if (answer === null || !answer.ok) return;
  const next = await answer.json();
  if (state !== null && next.version < state.version) return;
  state = next;
  show();
}

function set(changes) {
  Object.assign(seen, changes);
  if (changes.place !== undefined) globalThis.history.replaceState(null, '', `#${changes.place}`);
  try {
    localStorage.setItem('preview', JSON.stringify({ ...seen, place: null }));
  } catch {
    // Without storage the choice lasts until the page is reloaded.
  }
  show();
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem('preview') ?? '{}');
  } catch {
    return {};
  }
}

function preferredTheme() {
  return globalThis.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function show() {
  const root = document.documentElement;
  root.dataset.theme = seen.theme;
  root.dataset.width = seen.width;
  $('theme').ariaPressed = String(seen.theme === 'dark');
  $('width').ariaPressed = String(seen.width === 'phone');
  for (const link of document.querySelectorAll('link[data-of]')) link.disabled = link.dataset.of !== seen.theme;
  const report = state?.reports.find(({ id }) => id === seen.report) ?? state?.reports[0];
  const shown = seen.place ?? report?.opensOn ?? 'summary';
  $('places').replaceChildren(...Object.entries(PLACES).map(([place, name]) => tab(place, name, place === shown)));
  if (state === null) return;
  $('status').textContent = statusOf(state);
  $('again').hidden = !state.canAsk;
  $('again').disabled = state.isAsking;
  $('problems').replaceChildren(...state.problems.map((problem) => problemBox('This cannot be read', problem)));
  $('reports').hidden = state.reports.length < 2;
  $('reports').replaceChildren(
    ...state.reports.map(({ id, title }) => element('option', { value: id, selected: id === report.id }, title)),
  );
  showPages(report, shown);
}

function tab(place, name, isCurrent) {
  const button = element('button', { onclick: () => set({ place }) }, name);
  button.ariaCurrent = String(isCurrent);
  return button;
}

function statusOf({ isAsking, source: from, reports, problems }) {
  if (isAsking) return 'Asking the query service…';
  if (reports.length === 0) return problems.length > 0 ? 'Nothing to show yet' : 'Loading…';
  return `${reports[0].title} · from ${from}`;
}

function showPages(report, shown) {
  const wanted = (report?.pages ?? []).filter(({ destination }) => [destination, 'all'].includes(shown));
  const open = openDetails();
  $('pages').replaceChildren(...wanted.map((page) => placeOf(page, report)));
  for (const [place, index] of open) detailsIn(place)[index]?.setAttribute('open', '');
  void drawDiagrams();
}

/** The details that are open, so that they stay open when a page is shown again. */
function openDetails() {
  const places = [...document.querySelectorAll('.place')].map(({ dataset }) => dataset.place);
  return places.flatMap((place) =>
    detailsIn(place).flatMap((details, index) => (details.open ? [[place, index]] : [])),
  );
}

function detailsIn(place) {
  return [...document.querySelectorAll(`[data-place="${place}"] .markdown-body details`)];
}

function placeOf({ destination, page, error }, report) {
  const section = element('section', { className: error === null ? 'place' : 'place stale' });
  section.dataset.place = destination;
  if (error !== null) {
    const what = page === null ? 'The template fails' : 'The template fails; below is the page as it was last rendered';
    section.append(problemBox(what, error));
  }
  if (page === null) return section;
  section.append(factsOf(page));
  if (page.title !== null) section.append(element('h1', { className: 'issue-title' }, page.title));
  // Sanitized by GitHub's allow list; the page's content security policy keeps anything in it from running.
  const body = element('article', { className: 'markdown-body', innerHTML: page.html });
  const at = new Date(report.generatedAt).toLocaleString();
  const poster = ['summary', 'release'].includes(destination) ? PLACES[destination] : 'github-actions';
  const author = `${poster} · as of ${at}`;
  section.append(
    element('div', { className: 'post' }, element('div', { className: 'author' }, author), body),
  );
  return section;
}

function factsOf(page) {
  const { units, page: used, reserved, limit } = page.used;
  const number = (count) => count.toLocaleString('en-US');
  const reservation = reserved === 0 ? '' : `, ${number(reserved)} of them reserved for the marker and notes`;
  const share = (used + reserved) / limit;
  const part = (className, count) => {
    const span = element('span', { className });
    span.style.width = `${(100 * count) / limit}%`;
    return span;
  };
  const gauge = element(
    'div',
    { className: share >= NEARLY_FULL ? 'gauge near' : 'gauge' },
    part('page', used),
    part('reserved', reserved),
  );
  const text = `${number(used + reserved)} of ${number(limit)} ${units} (${(100 * share).toFixed(1)}%${reservation})`;
  const copy = element('button', { title: 'Copy the Markdown' }, 'Copy Markdown');
  copy.onclick = async () => {
    // Browsers offer the clipboard only to loopback addresses and https.
    const isCopied = await navigator.clipboard?.writeText(page.markdown).then(
      () => true,
      () => false,
    );
    copy.textContent = isCopied ? 'Copied' : 'The browser does not allow copying here';
  };
  const facts = element(
    'div',
    { className: 'facts' },
    element('h2', {}, PLACES[page.destination]),
    element('span', {}, `template ${page.template}`),
    copy,
    element('div', { className: 'use' }, text, gauge),
  );
  const { whole } = page.used;
  if (whole !== null) {
    facts.append(element('p', {}, `GitHub's limit for the whole text is ${number(whole)} ${units}; what else it contains counts too`));
  }
  const notShown = notShownIn(page);
  if (notShown !== '') facts.append(element('p', {}, notShown));
  return facts;
}

function notShownIn({ rowsNotShown, sectionsNotShown }) {
  const parts = [];
  if (rowsNotShown > 0) parts.push(`${rowsNotShown} ${rowsNotShown === 1 ? 'row' : 'rows'}`);
  if (sectionsNotShown > 0) parts.push(`${sectionsNotShown} ${sectionsNotShown === 1 ? 'section' : 'sections'}`);
  return parts.length === 0 ? '' : `Left out because it does not fit: ${parts.join(' and ')}`;
}

function problemBox(what, text) {
  return element('div', { className: 'problem' }, element('strong', {}, what), text);
}

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

let drawing = 0;

async function drawDiagrams() {
  const turn = ++drawing;
  const sources = [...document.querySelectorAll('.markdown-body pre.mermaid')];
  if (sources.length === 0) return;
  const mermaid = await loadMermaid();
  if (mermaid === null) return;
  const theme = seen.theme === 'dark' ? 'dark' : 'default';
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true, theme });
  for (const [index, pre] of sources.entries()) {
    if (turn !== drawing) return;
    try {
      const { svg } = await mermaid.render(`diagram-${turn}-${index}`, pre.textContent);
      pre.replaceWith(element('div', { className: 'diagram', innerHTML: svg }));
    } catch (error) {
      pre.before(problemBox('Mermaid cannot draw this', error instanceof Error ? error.message : String(error)));
      pre.classList.remove('mermaid');
    }
  }
}

let mermaidLoading = null;

/** Loads Mermaid for the first page with a diagram; null if it cannot be loaded. */
function loadMermaid() {
  mermaidLoading ??= new Promise((resolve) => {
    const script = element('script', { src: '/mermaid.js' });
    script.onload = () => resolve(globalThis.mermaid ?? null);
    script.onerror = () => resolve(null);
    document.head.append(script);
  });
  return mermaidLoading;
}
