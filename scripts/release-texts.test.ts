import { expect, it } from 'vitest';
import { filled, released, repositoryOf } from './release-texts.ts';

it.each([
  ['github:acme/postsms-conformance', 'acme/postsms-conformance'],
  ['acme/postsms-conformance', 'acme/postsms-conformance'],
  [{ type: 'git', url: 'git+https://github.com/acme/postsms-conformance.git' }, 'acme/postsms-conformance'],
  ['https://gitlab.example/acme/x', undefined],
  [undefined, undefined],
])('the repository of %j is %s', (field, name) => expect(repositoryOf(field)).toBe(name));

it('unreleased notes become those of the version, and their place stays for the next', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n\n## 0.1.0\n\n- Old.\n';
  expect(released(before, '0.2.0', '2027-01-31')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2027-01-31\n\n### Added\n\n- One.\n\n## 0.1.0\n\n- Old.\n',
  );
  for (const empty of ['# Changelog\n', '## Unreleased\n\n## 0.1.0\n\n- Old.\n'])
    expect(released(empty, '0.2.0', '2027-01-31')).toBeUndefined();
});

it('placeholders name the repository and the commit', () => {
  const guide = '      - uses: OWNER/postsms-conformance@COMMIT\n`COMMIT` is the 40 digits';
  expect(filled(guide, 'acme/postsms-conformance', '0f'.repeat(20))).toBe(
    `      - uses: acme/postsms-conformance@${'0f'.repeat(20)}\n\`COMMIT\` is the 40 digits`,
  );
});
