/**
 * What CycloneDX 1.6 requires of a bill of materials that has what ours has: fields that the standard does not know are
 * refused, as are licences that are not in SPDX's list. Written after http://cyclonedx.org/schema/bom-1.6.schema.json.
 */
const LICENCES = [
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'IJG',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Zlib',
  'libpng-2.0',
  'libtiff',
];
const EXPRESSION = '^[A-Za-z0-9.-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.-]+)+$';
const REF = { type: 'string', minLength: 1 };

const licences = {
  type: 'array',
  minItems: 1,
  maxItems: 1,
  items: {
    oneOf: [
      {
        type: 'object',
        required: ['license'],
        properties: {
          license: {
            type: 'object',
            required: ['id'],
            properties: { id: { enum: LICENCES } },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
      {
        type: 'object',
        required: ['expression'],
        properties: { expression: { type: 'string', pattern: EXPRESSION } },
        additionalProperties: false,
      },
    ],
  },
};

export const BILL_SCHEMA = {
  type: 'object',
  required: ['bomFormat', 'specVersion', 'version', 'metadata', 'components', 'dependencies'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'http://cyclonedx.org/schema/bom-1.6.schema.json' },
    bomFormat: { const: 'CycloneDX' },
    specVersion: { const: '1.6' },
    version: { type: 'integer', minimum: 1 },
    metadata: {
      type: 'object',
      required: ['component'],
      properties: {
        lifecycles: { type: 'array', items: { type: 'object', properties: { phase: { const: 'build' } } } },
        component: { $ref: '#/$defs/component' },
      },
      additionalProperties: false,
    },
    components: { type: 'array', minItems: 1, uniqueItems: true, items: { $ref: '#/$defs/component' } },
    dependencies: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['ref'],
        properties: { ref: REF, dependsOn: { type: 'array', uniqueItems: true, items: REF } },
        additionalProperties: false,
      },
    },
  },
  $defs: {
    component: {
      type: 'object',
      required: ['type', 'name', 'bom-ref', 'licenses'],
      additionalProperties: false,
      properties: {
        type: { enum: ['application', 'library'] },
        'bom-ref': REF,
        group: { type: 'string', pattern: '^@' },
        name: { type: 'string', minLength: 1 },
        version: { type: 'string', minLength: 1 },
        purl: { type: 'string', pattern: '^pkg:npm/(?:%40[^/@]+/)?[^/@]+@[^@]+$' },
        licenses: licences,
        externalReferences: {
          type: 'array',
          items: {
            type: 'object',
            required: ['type', 'url'],
            properties: { type: { const: 'website' }, url: { type: 'string', pattern: '^https?://' } },
            additionalProperties: false,
          },
        },
        components: { type: 'array', uniqueItems: true, items: { $ref: '#/$defs/component' } },
      },
    },
  },
} as const;
