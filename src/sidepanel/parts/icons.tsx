/** Inline line icons, all decorative. */
const PATHS = {
  copy: 'M9 9h10v11H9zM5 15V4h10',
  retry: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4.5h-4.5',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  play: 'M8 5.5v13l10-6.5z',
  pause: 'M9 6v12M15 6v12',
  speaker: 'M5 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5c1.5 1.5 1.5 3.5 0 5M18.5 7c3 3 3 7 0 10',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'close-to': 'M4 10.5c2.5-3.5 5.5-3.5 8 0s5.5 3.5 8 0M4 16.5c2.5-3.5 5.5-3.5 8 0s5.5 3.5 8 0',
  cut: 'M4 12h5M15 12h5M11 6.5l2 11',
  doubt: 'M12 4.5l8.5 15h-17zM12 10v4.5M12 17v.01',
  opinion: 'M4 5h16v11h-9l-4 4v-4H4z',
  box: 'M5 5h14v14H5z',
  ticked: 'M5 5h14v14H5zM8 12l3 3.5L16 9',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14.5 6l-6 6l6 6',
  more: 'M6 9.5l6 6l6-6',
  dots: 'M5 11.5v1M12 11.5v1M19 11.5v1',
  region: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  clip: 'M18.5 11.5l-6.5 6.5a4 4 0 0 1-5.7-5.7l7-7a2.6 2.6 0 0 1 3.7 3.7l-6.9 6.9',
  plus: 'M12 5v14M5 12h14',
  compose: 'M19 13.5V19H5V5h5.5M10 14l.7-3.2L18 3.5l2.5 2.5l-7.3 7.3z',
  web: 'M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M4 12h16M12 4c-4.5 4.5-4.5 11.5 0 16c4.5-4.5 4.5-11.5 0-16',
  send: 'M12 19V5.5M6 11l6-6l6 6',
  stop: 'M7 7h10v10H7z',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4h4M12 8v4.5l3 2',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
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
