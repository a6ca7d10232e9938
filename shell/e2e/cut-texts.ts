/** The controls and titles that do not have the room for their texts. It is run in the page. */
export function cutTexts(): string[] {
  const named = "h1, h2, h3, label, button, a, th, dt, [role=tab], [role=radio]";
  const cut = [...document.body.querySelectorAll(named)].filter(
    (element) =>
      element.checkVisibility() && element.clientWidth > 24 && element.scrollWidth > element.clientWidth + 1,
  );
  const page = document.documentElement;
  return [
    ...cut.map(({ textContent }) => textContent ?? ""),
    ...(page.scrollWidth > page.clientWidth ? ["the page"] : []),
  ];
}
