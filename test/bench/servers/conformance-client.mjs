/** The command that the suite starts for each scenario: hands it to the benchmark, which drives the browser. Exits with 1 after a failure. */
const [relay, serverUrl] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = 'null' } = process.env;
const response = await fetch(relay, {
  method: 'POST',
  body: JSON.stringify({ scenario, serverUrl, context: JSON.parse(context) }),
});
console.log(await response.text());
process.exitCode = response.ok ? 0 : 1;
