import { useEffect } from 'preact/hooks';

interface UndoButtonProps {
  /** Null if there is nothing to undo. */
  readonly undo: (() => void) | null;
}

/** Goes one change back; Ctrl or Cmd and Z do, too. It keeps the focus when there is nothing more to undo. */
export function UndoButton({ undo }: UndoButtonProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      if (!isUndo || undo === null || isTyping(event)) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
    };
  }, [undo]);
  return (
    <button aria-disabled={undo === null} title="Ctrl+Z or ⌘Z" onClick={() => undo?.()}>
      Undo
    </button>
  );
}

/** Whether the key is one of a field with text, which has its own undo. */
function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && target.matches('[contenteditable], textarea, input:not([type=checkbox])')
  );
}
