/** Of a dialog that asks for what the server then creates. */
export interface CreateDialogProps<Input> {
  /** While another dialog stands in its place, what was typed stays. */
  open: boolean;
  busy: boolean;
  /** What the server has refused. */
  error: { field: string; text: string } | undefined;
  onCreate: (input: Input) => void;
  onClose: () => void;
}
