import { useState } from 'react';

export function Cart({ items }: { items: Item[] }) {
  const [open, setOpen] = useState<boolean>(false);
  return (
    <Dialog open={open} onClose={() => setOpen(false)}>
      <Total value={items.length} />
    </Dialog>
  );
}
