/** Inline line icons, all decorative. */
const PATHS = {
  settings:
    'M4 8h8M18 8h2M4 16h2M12 16h8M15 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M9 13.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  retry: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4.5h-4.5',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  branch: 'M7 5v14M7 14c0-4 10-2 10-7M14.5 9L17 6.5L19.5 9',
  play: 'M8 5.5v13l10-6.5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'close-to': 'M4 10.5c2.5-3.5 5.5-3.5 8 0s5.5 3.5 8 0M4 16.5c2.5-3.5 5.5-3.5 8 0s5.5 3.5 8 0',
  cut: 'M4 12h5M15 12h5M11 6.5l2 11',
  doubt: 'M12 4.5l8.5 15h-17zM12 10v4.5M12 17v.01',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M6 9.5l6 6l6-6',
  dots: 'M5 11.5v1M12 11.5v1M19 11.5v1',
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
