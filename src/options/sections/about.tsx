/** The product's version, and the papers that the build puts into the package (scripts/package). */
import { Section } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';

export function About() {
  return (
    <Section id="about" title={t.about}>
      <p>{t.aboutProduct(__PRODUCT__)}</p>
      <ul className="access">
        {t.papers.map(([file, label]) => (
          <li key={file}>
            <a href={`/${file}`} target="_blank" rel="noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
