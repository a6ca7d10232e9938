/** The controls and titles that do not have the room for their texts. It is run in the page. */
export function cutTexts(): string[] {
  const named = "h1, h2, h3, label, button, a, th, dt, [role=tab], [role=radio]";
  const cut = [...document.body.querySelectorAll(named)].filter(
    (element) =>
      element.checkVisibility() && element.clientWidth > 24 && element.scrollWidth > element.clientWidth + 1,
  );
  const canvas = document.createElement("canvas").getContext("2d");
  // A field never overflows, so its text is measured, as large as it is on a touch screen.
  const shownIn = (field: HTMLSelectElement | HTMLInputElement) =>
    (field instanceof HTMLSelectElement ? field.selectedOptions[0]?.label : field.placeholder) ?? "";
  const fields = [
    ...document.body.querySelectorAll<HTMLSelectElement | HTMLInputElement>(
      "select, input:placeholder-shown",
    ),
  ].filter((field) => {
    const { fontFamily, fontWeight, paddingLeft, paddingRight } = getComputedStyle(field);
    if (canvas === null || !field.checkVisibility()) return false;
    canvas.font = `${fontWeight} 16px ${fontFamily}`;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return canvas.measureText(shownIn(field)).width > room + 1;
  });
  const page = document.documentElement;
  return [
    ...cut.map(({ textContent }) => textContent ?? ""),
    ...fields.map(shownIn),
    ...(page.scrollWidth > page.clientWidth ? ["the page"] : []),
  ];
}
