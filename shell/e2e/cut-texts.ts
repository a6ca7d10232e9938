/** The controls and titles that do not have the room for their texts. It is run in the page. */
export function cutTexts(): string[] {
  const named = "h1, h2, h3, label, button, a, th, dt, [role=tab], [role=radio]";
  const cut = [...document.body.querySelectorAll(named)].filter(
    (element) =>
      element.checkVisibility() && element.clientWidth > 24 && element.scrollWidth > element.clientWidth + 1,
  );
  const canvas = document.createElement("canvas").getContext("2d");
  // A select never overflows, so its text is measured, as large as it is on a touch screen.
  const choices = [...document.body.querySelectorAll("select")].filter((select) => {
    const { fontFamily, fontWeight, paddingLeft, paddingRight } = getComputedStyle(select);
    if (canvas === null || !select.checkVisibility()) return false;
    canvas.font = `${fontWeight} 16px ${fontFamily}`;
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return canvas.measureText(select.selectedOptions[0]?.label ?? "").width > room + 1;
  });
  const page = document.documentElement;
  return [
    ...cut.map(({ textContent }) => textContent ?? ""),
    ...choices.map(({ selectedOptions }) => selectedOptions[0]?.label ?? ""),
    ...(page.scrollWidth > page.clientWidth ? ["the page"] : []),
  ];
}
