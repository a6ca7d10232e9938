/**
 * Panes that scroll are framed where Tab led to them, and not when another key is pressed after a press in them, as browsers
 * would (`shared-ui/src/base.css`).
 */
export function framePanes(): void {
  const { dataset } = document.documentElement;
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Tab") dataset.tabbed = "";
  });
  document.addEventListener("pointerdown", () => {
    delete dataset.tabbed;
  });
}
