import { render, screen } from "@testing-library/react";
import { TextAreaField, TextField } from "./field.tsx";

const full = "At most 1,000 characters fit here. What is longer is cut off.";

test.each([
  [12, "Such as a name."],
  [989, "Such as a name."],
  // An emoji of eleven units beyond the limit was cut off as a whole.
  [990, full],
  [1000, full],
])("a field with %i of 1,000 characters says: %s", (length, text) => {
  for (const Field of [TextField, TextAreaField]) {
    const { unmount } = render(
      <Field label="Field" hint="Such as a name." maxLength={1000} value={"a".repeat(length)} readOnly />,
    );
    expect(screen.getByLabelText("Field")).toHaveAccessibleDescription(text);
    expect(screen.getByLabelText("Field")).toBeValid();
    unmount();
  }
});

test("an error is more important than a full field", () => {
  render(<TextField label="Field" error="It is wrong" maxLength={3} value="abc" readOnly />);
  expect(screen.getByLabelText("Field")).toHaveAccessibleDescription("It is wrong");
});
