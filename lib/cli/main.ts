import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Io } from '../model/running/io.ts';
import { readRunSettings } from '../run/check-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { mistakeMask } from '../settings/run-settings.ts';
import { didYouMean } from '../text/nearest.ts';
import { reasonOf } from '../text/reason-of.ts';
import { suiteIdentity } from '../text/suite-identity.ts';
import { runAsProgram } from './process.ts';
import {
  collect,
  type Ended,
  engines,
  type Invocation,
  printUsageError,
  runInvocation,
  takenByNpm,
  usageMistake,
  withSettings,
} from './usage.ts';

/** Runs the command line of this process, and sets its exit code. */
export const program = (): Promise<void> => runAsProgram(main);

/** Runs the command that the arguments name, and resolves with the exit code; never rejects, and never ends the process. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  const program = commands(io, (code) => {
    exitCode = code;
  });
  try {
    const named = program.commands.find((command) => command.name() === argv[0]);
    const command = named ?? program.commands[0] ?? program;
    // An unknown word may be the value of a flag that npm took.
    const mistakes = [unknownCommand(program, argv[0]), takenByNpm(command, argv, io.env)].filter(Boolean);
    if (mistakes.length > 0) program.error(mistakes.join('\n'));
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help and version are no mistakes; everything else that commander reports is one of usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printUsageError(io, mistakeMask(io.env)(`the harness failed: ${reasonOf(error)}`));
    return 5;
  }
}

/** Returns the message about an unknown command, which commander would take for an argument of the default `run`. */
function unknownCommand(program: Command, word: string | undefined): string | undefined {
  const names = [...program.commands.map((command) => command.name()), 'help'];
  if (word === undefined || word.startsWith('-') || names.includes(word)) return undefined;
  return `error: unknown command "${word}"${didYouMean(word, names)} (commands: ${names.join(', ')})`;
}

/** The function of a command; commander knows no types of its arguments. */
type Action = (invocation: Invocation<never>, ...args: readonly never[]) => Promise<Ended>;

/** Builds the commands, `run` first; each loads its code when it is called, so that none waits for another. */
function commands(io: Io, end: (exitCode: number) => void): Command {
  // Commander gives the arguments, then the flags and the command.
  const reads =
    (load: () => Promise<Action>, read = readSettings) =>
    async (...args: readonly unknown[]) => {
      const act = await load();
      const given = args.slice(0, -2) as never[];
      end(await runInvocation(args.at(-1) as Command, io, read, (invocation) => act(invocation, ...given)));
    };
  const { name, version } = suiteIdentity();
  const program = new Command(name);
  program
    .description('Judges an endpoint of the SMS sending and reporting service against its contract.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      outputError: (text) => printUsageError(io, mistakeMask(io.env)(usageMistake(text))),
    })
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .addHelpText('after', EXIT_CODES);
  const command = (name: string, description: string) =>
    withSettings(program.command(name, { isDefault: name === 'run' })).description(description);
  const watch = 'run again when a case file is saved; only for targets that send to nobody';
  const pins = 'write a case file that pins what the run sees where the contract is silent';
  const kept = 'write a case file with the smallest input of each finding of the classes of values';
  const judges = 'judge the target (by default the embedded reference) and write reports';
  command('run', judges)
    .addOption(without('--dry-run', 'show the plan and its cost without connecting', WRITES))
    .option('--write-known', 'write a file of known failures that lists what the run finds')
    .option('--write-pins <file>', pins)
    .option('--write-cases <file>', kept)
    .option(
      '--write-coverage <file>',
      'write a file of what the run leaves unjudged, which coverage holds later runs to',
    )
    .addOption(without('--last-failed', LAST_FAILED, WRITES))
    .addOption(without('--watch', watch, [...WRITES, 'dryRun', 'lastFailed']))
    .action(reads(async () => (await import('./run.ts')).runCommand, readRunSettings));
  command('init', 'write conformance.yaml, a CI file and a folder for own cases; overwrites nothing')
    .option('--ticket-variable <name>', 'variable that holds the ServiceTicket (default POSTSMS_TICKET)')
    .addOption(new Option('--ci <engine>', 'CI engine of the file').choices([...engines, 'none']))
    .option('--yes', 'ask nothing; take flags and defaults')
    .action(reads(async () => (await import('./init.ts')).initCommand));
  command('config', 'show the settings of a run and where each comes from')
    .option('--json', 'as JSON')
    .action(reads(async () => (await import('./inspect.ts')).configCommand));
  command('list', 'list cases, exchanges, rules, requirements, clients, readers or classes of values')
    .addArgument(new Argument('[what]', 'what to list').choices(LISTED).default('cases'))
    .option('--json', 'as JSON')
    .action(reads(async () => (await import('./inspect.ts')).listCommand));
  command('show', 'show the exact request of an exchange, or a class of values')
    .argument('<id>', 'id of an exchange, such as SendBulkSms/canonical/soap11')
    .option('--curl', 'as a curl command')
    .action(reads(async () => (await import('./inspect.ts')).showCommand));
  command('compare', 'tell where the replies of two gateways differ; exit code 1 for a difference of meaning')
    .argument('<old>', 'URL, target of conformance.yaml, HAR file or report folder')
    .argument('<new>', 'the same')
    .option('--twice', 'run the old side a second time, and leave out what differs from itself')
    .option('--strict', 'exit code 1 also for differences of surface')
    .option('--gate-readers <names>', 'readers that may not break: all or their ids separated by commas')
    .option('--accepted <file>', 'file of accepted differences')
    .option('--write-accepted <file>', 'add the differences found to a file of accepted differences')
    .addOption(repeatable('--wsdl-old <file>', 'WSDL of a path base of the old side, in place of its own'))
    .addOption(repeatable('--wsdl-new <file>', 'WSDL of a path base of the new side, in place of its own'))
    .option('--report-dir <dir>', 'folder of the reports', 'reports/compare')
    .action(reads(async () => (await import('./compare.ts')).compareCommand));
  command('clients-of', 'write the dialects of recorded clients as files, without anything of what they sent')
    .argument('<file>', 'HAR file, or report folder of listen')
    .option('--dir <dir>', 'folder of the files', 'clients')
    .action(reads(async () => (await import('./clients-of.ts')).clientsOfCommand));
  command('style-of', 'write how a recorded gateway writes its replies, without what they say')
    .argument('<file>', 'HAR file, or report folder')
    .option('--output <file>', 'file that is written', 'style.yaml')
    .action(reads(async () => (await import('./style-of.ts')).styleOfCommand));
  command('merge', 'merge the results of the shards of one run')
    .argument('<dirs...>', 'report folders of all shards, in any order')
    .action(reads(async () => (await import('./run.ts')).mergeCommand));
  command('judge', 'judge recorded requests and responses, whoever made them; nothing is sent')
    .argument('<files...>', 'HAR files of this suite, a browser or a proxy')
    .option('--allow-inexact', 'leave out what was not recorded to the byte, and judge the rest as a whole')
    .action(reads(async () => (await import('./run.ts')).judgeCommand));
  command('listen', 'judge the calls of real clients; they are answered by the reference service')
    .addOption(port(8080))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(without('--forward <url>', 'let this gateway answer, and judge its responses too', ['defect']))
    .option('--scenario <file>', 'file of calls that clients are expected to make, or built-in')
    .addOption(repeatable('--require <call>', 'fail unless it comes, such as SendBulkSms/soap12'))
    .option('--calls <n>', 'end after so many calls', wholeNumber(1, 20_000), 20_000)
    .option('--idle <seconds>', 'end when nothing has come for so long', wholeNumber(1, 86_400))
    .addOption(repeatable('--answer <rule>', ANSWER))
    .argument('[command...]', 'behind --: a client under test that is started, with {url} for this port')
    .option(
      '--then <file>',
      'start the client again as this gateway writes, and name the property that breaks it',
    )
    .addOption(repeatable('--defect <id>', 'add a deviation to the reference service'))
    .addOption(repeatable('--like <file>', LIKE))
    .addOption(new Option('--except <properties>', 'properties of the last --like that are left out'))
    .addOption(new Option('--only-change <properties>', 'properties of the last --like that are taken'))
    .action(reads(async () => (await import('./listen.ts')).listenCommand));
  command('serve', 'serve the reference service')
    .addOption(port(0))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(repeatable('--defect <id>', 'add a deviation from the contract; --defect list shows all'))
    .addOption(repeatable('--like <file>', LIKE))
    .addOption(new Option('--except <properties>', 'properties of the last --like that are left out'))
    .addOption(new Option('--only-change <properties>', 'properties of the last --like that are taken'))
    .action(reads(async () => (await import('./serve.ts')).serveCommand));
  command('wsdl', 'print the WSDL of a path base, as the reference serves it at ?WSDL')
    .requiredOption('--path-base <path>', 'path base of the contract, such as /live')
    .option('--asmx-lists', 'type lists over GET and POST as ASP.NET does')
    .action(reads(async () => (await import('./serve.ts')).wsdlCommand));
  command('open', 'show the page of the last run').action(
    reads(async () => (await import('./report.ts')).openCommand),
  );
  command('report', 'build the Allure report of the last run and open it')
    .option('--no-open', 'do not open it (the default without a terminal or in CI)')
    .action(reads(async () => (await import('./report.ts')).reportCommand));
  return program;
}

const LISTED = ['cases', 'exchanges', 'rules', 'requirements', 'clients', 'readers', 'values'];

const WRITES = ['writeKnown', 'writePins', 'writeCases', 'writeCoverage'];

const LAST_FAILED =
  'run only what was red, blocked or not run in the report folder; never a judgement of the whole target';

const LIKE = 'answer as this gateway writes: a file of style-of, a HAR file or a report folder';

const ANSWER =
  'WHEN=ANSWER: all, a call number, 2-4 or an operation = delay:MS, a status, fault, ticket or close';

/** Makes an option that cannot be used together with others. */
function without(flags: string, help: string, conflicts: readonly string[]): Option {
  return new Option(flags, help).conflicts([...conflicts]);
}

function port(usual: number): Option {
  const option = new Option('--port <port>', 'port to listen on, 0 for a free one');
  return option.argParser(wholeNumber(0, 65_535)).default(usual);
}

function repeatable(flags: string, help: string): Option {
  return new Option(flags, `${help}; may be repeated`).argParser(collect).default([]);
}

function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}

const EXIT_CODES = `
Exit codes: 0 conforms, 1 deviates, 2 wrong usage, configuration or case file,
3 the target never answered, 4 refused for safety, 5 the harness itself failed.`;
