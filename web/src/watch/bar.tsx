// A number with a bar behind it whose length says the same.
export function Bar({ share, text, mark = "" }: { share: number | null; text: string; mark?: string }) {
  const width = Number.isFinite(share) ? Math.max(0, Math.min(1, share ?? 0)) : 0;
  return (
    <span class={`yw-bar ${mark}`}>
      <span class="yw-bar-fill" style={{ width: `${(width * 100).toFixed(1)}%` }} />
      <span class="yw-num">{text}</span>
    </span>
  );
}
