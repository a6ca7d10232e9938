const account = { email: "admin@lumiere.example", password: "Rideau-Rouge-7" };
const patienceMs = 30_000;
/** A machine that is busy building must not refuse a release because a file took its time. */
const patience = 10;
const failureText = "This part of Souffleur could not be loaded.";

/**
 * Opens every screen of a release as its users would, and from there the other remotes' screens.
 * @returns {Promise<string[]>} what went wrong, in sentences
 */
export async function walkThrough(browser, { origin, base, registry }, release) {
  const { routeTable } = await import("../dist/contracts/index.js");
  const own = routeTable.filter(({ remote }) => remote === release.name);
  const others = routeTable
    .filter(({ remote }) => remote !== release.name && registry.remotes[remote] !== undefined)
    .map(({ path }) => path);
  const problems = [];
  for (const access of ["public", "session"]) {
    const routes = own.filter((route) => (route.access === "public") === (access === "public"));
    if (routes.length === 0) continue;
    const context = await browser.newContext({ baseURL: origin });
    context.setDefaultTimeout(patienceMs);
    await context.addInitScript((times) => {
      globalThis.souffleurPatience = times;
    }, patience);
    try {
      if (access === "session") await signIn(context);
      problems.push(
        ...(await walk(context, routes, { base, release, others: access === "session" ? others : [] })),
      );
    } finally {
      await context.close();
    }
  }
  return [...new Set(problems)];
}

async function walk(context, routes, { base, release, others }) {
  const page = await context.newPage();
  const problems = [];
  let at = routes[0].path;
  page.on("console", (message) => {
    // Where a remote was never released, the shell says so when it fetches the other screens ahead.
    const unreleased = /The registry has no release of/.test(message.text());
    if (message.type() === "error" && !unreleased)
      problems.push(`${at} writes an error to the console: ${firstLine(message.text())}`);
  });
  page.on("pageerror", (error) => problems.push(`${at} throws: ${firstLine(error.message)}`));
  page.on("response", (response) => {
    if (response.status() >= 400 && response.url().includes(base))
      problems.push(`${at} asks for ${new URL(response.url()).pathname}, which answers ${response.status()}`);
  });
  for (const { path } of routes) {
    at = path;
    await page.goto(path);
    problems.push(...(await shown(page, path)));
    if (!(await ranFrom(page, base, release.entry))) problems.push(`${path} does not load ${release.entry}`);
  }
  const note = (path) => {
    at = path;
  };
  if (others.length > 0) problems.push(...(await visitOthers(page, { home: routes[0].path, others, note })));
  return problems;
}

/** The screens that the bar leads to, one after the other, and back: no remote may disturb another. */
async function visitOthers(page, { home, others, note }) {
  const bar = page.getByRole("navigation", { name: "Main" });
  const links = await bar
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const problems = [];
  for (const href of [...links.filter((link) => others.includes(link)), home]) {
    note(href);
    await bar.locator(`a[href="${href}"]`).first().click();
    problems.push(...(await shown(page, href)));
  }
  return problems;
}

/** Whether a screen stands: no card in its place, no skeleton, a heading. */
async function shown(page, path) {
  const card = page.getByText(failureText);
  const heading = page.locator("main h1").first();
  try {
    await page.waitForFunction(
      ([wanted, failure]) => {
        const main = document.querySelector("main");
        if (location.pathname !== wanted || main === null) return false;
        if (main.textContent.includes(failure)) return true;
        return (
          !main.querySelector('[role=status][aria-label="Loading"]') && main.querySelector("h1") !== null
        );
      },
      [path, failureText],
      { timeout: patienceMs },
    );
  } catch {
    return [
      `${path} shows no screen within ${patienceMs / 1000} s (it is at ${new URL(page.url()).pathname})`,
    ];
  }
  if (await card.count()) return [`${path} shows the card of a part that could not be loaded`];
  await heading.waitFor();
  // What the screen asks for belongs to it: an answer that breaks it must come before the look is over.
  await page.waitForLoadState("networkidle").catch(() => undefined);
  return (await card.count()) ? [`${path} breaks once its data is there`] : [];
}

function firstLine(text) {
  return text.split("\n", 1)[0].slice(0, 300);
}

function ranFrom(page, base, entry) {
  return page.evaluate(
    (wanted) =>
      performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === wanted),
    base + entry,
  );
}

async function signIn(context) {
  const answer = await context.request.post("/api/auth/login", {
    data: { ...account, rememberMe: false },
  });
  if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}: ${await answer.text()}`);
  const { data } = await answer.json();
  const record = JSON.stringify({ ...data, timestamp: Date.now() });
  await context.addInitScript((saved) => {
    if (localStorage.getItem("souffleur.auth") === null) localStorage.setItem("souffleur.auth", saved);
  }, record);
}
