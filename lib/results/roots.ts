import { dates, frame } from '../judge/rules/index.ts';
import { hasTrait, isOfRequest, needOf } from '../judge/traits.ts';
import { byLevel } from '../model/requirement.ts';
import type { Masked } from '../model/running/masked.ts';
import type { ResultExchange, ResultFinding, ResultRoot, Results } from '../model/running/results.ts';
import { joinTexts, ours } from '../secrets/mask.ts';
import { groupedBy } from '../text/add-to.ts';
import { defined } from '../text/defined.ts';
import {
  byCause,
  calledFor,
  distinct,
  extentOf,
  type Found,
  foundIn,
  kindText,
  mostFirst,
  resultCauses,
  titleOf,
} from './causes.ts';

/** Findings that one explanation covers, those that show it first. */
interface Explanation extends Pick<ResultRoot, 'kind' | 'message'> {
  readonly found: readonly Found[];
  /** The name of its advice, where that of the findings is another. */
  readonly observed?: Masked;
}

/**
 * Finds the explanations that cover several causes, and marks the findings that follow from each. Findings with one cause
 * make two causes where an explanation covers some of them.
 */
export function withCauses({
  exchanges: judged,
  gate,
}: Pick<Results, 'exchanges' | 'gate'>): Pick<Results, 'exchanges' | 'causes' | 'roots'> {
  const all = withLikeliest(judged);
  const judgedReplies = all.flatMap(foundIn).filter(({ finding }) => !isOfRequest(finding));
  const taken = new Set<Found>();
  const isLeft = (found: Found) => !taken.has(found);
  const explained: Explanation[] = [];
  for (const explain of explanations) {
    for (const explanation of explain(judgedReplies.filter(isLeft), all)) {
      const found = explanation.found.filter(isLeft);
      const gating = found.filter(({ finding }) => finding.level !== 'gap');
      if (byCause(gating).size < (explanation.observed ? 1 : 2)) continue;
      for (const entry of found) taken.add(entry);
      explained.push({ ...explanation, found });
    }
  }
  if (explained.length === 0) return { exchanges: all, causes: resultCauses(all, gate) };
  const found = explained
    .map((root) => ({ ...root, rule: root.found[0]?.finding.rule ?? ours``, ...extentOf(root.found) }))
    .toSorted(mostFirst(gate))
    .map((root, index) => ({ id: ours`r${index + 1}`, ...root }));
  const rootOf = new Map(found.flatMap((root) => root.found.map(({ finding }) => [finding, root])));
  const marked = (finding: ResultFinding) => {
    const { id: root, kind, observed = finding.observed } = rootOf.get(finding) ?? {};
    if (kind !== 'state' && kind !== 'shared-packet') return defined({ ...finding, observed, root });
    // What depends on other requests depends on no input.
    const { smallest: _, change = ours``, ...rest } = finding;
    const shown = change.slice(0, change.search(/; right up to \d+$|$/));
    return defined({ ...rest, change: shown === '' ? undefined : shown, root });
  };
  const exchanges = all.map((exchange) => ({ ...exchange, findings: exchange.findings.map(marked) }));
  const causes = resultCauses(exchanges, gate);
  const roots = found.map(({ found: findings, observed: _, ...root }) => {
    const following = causes.filter((cause) => cause.root === root.id);
    // Those that show it come first.
    const leadingFirst = following.toSorted((a, b) => +(b.rule === root.rule) - +(a.rule === root.rule));
    return { ...root, findings: findings.length, causes: leadingFirst.map(({ id }) => id) };
  });
  return { exchanges, causes, roots };
}

/** Explains each text that several changes may have changed by the one that explains most findings of the run. */
function withLikeliest(all: readonly ResultExchange[]): readonly ResultExchange[] {
  const counts = new Map<string, number>();
  const clausesOf = (finding: ResultFinding) => [finding, ...(finding.alternatives ?? [])].map(clauseOf);
  for (const { finding } of all.flatMap(foundIn))
    for (const clause of clausesOf(finding)) counts.set(clause, (counts.get(clause) ?? 0) + 1);
  const likeliest = (finding: ResultFinding): ResultFinding => {
    const { meaning, observed, change, cause, alternatives = [], ...rest } = finding;
    if (alternatives.length === 0) return finding;
    const [first = {}, ...others] = [defined({ meaning, observed, change, cause }), ...alternatives].toSorted(
      (a, b) => (counts.get(clauseOf(b)) ?? 0) - (counts.get(clauseOf(a)) ?? 0),
    );
    return { ...rest, ...first, alternatives: others };
  };
  return all.map((exchange) =>
    exchange.findings.some(({ alternatives }) => alternatives)
      ? { ...exchange, findings: exchange.findings.map(likeliest) }
      : exchange,
  );
}

/** Returns the change that explains a finding, whatever the lengths of its texts are. */
function clauseOf({ meaning = ours`` }: Pick<ResultFinding, 'meaning'>): Masked {
  // How much of a text is left depends on the text.
  return meaning.slice(0, meaning.search(/; | of [\d,]+ characters|$/));
}

/** Removes from the findings of an exchange the roots that a part of the run named. */
export function withoutRoot(exchange: ResultExchange): ResultExchange {
  const findings = exchange.findings.map(({ root: _, observed, ...finding }) =>
    defined({ ...finding, observed: OF_RUN.includes(observed) ? undefined : observed }),
  );
  return { ...exchange, findings };
}

type Explain = (left: readonly Found[], exchanges: readonly ResultExchange[]) => readonly Explanation[];

const isUnread = ({ finding }: Found) => hasTrait(finding.rule, 'unread');

/** Returns the bindings over which no exchange got a packet result. */
function silentBindings(left: readonly Found[], exchanges: readonly ResultExchange[]): readonly Masked[] {
  const unread = groupedBy(left.filter(isUnread), (found) => calledFor(found).binding);
  return [...unread].flatMap(([binding, found]) => {
    const unreadReplies = new Set(found.map(replyKey));
    const called = exchanges.filter((made) => made.binding === binding && made.answer === undefined);
    // Another reply of the exchange may have been read, such as the report on another packet.
    const isUnanswered = (made: ResultExchange) =>
      (made.steps ?? [made]).every(
        (call, step) => call.binding !== binding || unreadReplies.has(`${made.id} ${step}`),
      );
    return called.length > 1 && called.every(isUnanswered) ? [binding] : [];
  });
}

/** The elements of the replies are in another namespace; then SOAP requests in that of the run are refused. */
const ofNamespace: Explain = (left, exchanges) => {
  const byUri = groupedBy(left, ({ finding: { rule, otherNamespace } }) =>
    hasTrait(rule, 'namespace') ? otherNamespace : undefined,
  );
  const silent = byUri.size === 1 ? silentBindings(left, exchanges) : [];
  return [...byUri].map(([uri, direct]) => {
    const answered = new Set(direct.map((found) => calledFor(found).binding));
    const refused = left.filter((found) => {
      const { binding } = calledFor(found);
      return hasTrait(found.finding.rule, 'status') && silent.includes(binding) && !answered.has(binding);
    });
    const none = ours`elements of the replies are in no namespace`;
    const message = uri === '' ? none : ours`the replies use the namespace ${uri}`;
    return { kind: 'namespace', message, found: [...direct, ...refused] };
  });
};

/** Keeps the findings beside an explanation whose cause occurs mostly there; the others have another cause. */
function mostly(beside: readonly Found[], left: readonly Found[]): readonly Found[] {
  const all = byCause(left);
  const isMost = (key: string, { length }: readonly Found[]) => 2 * length > (all.get(key)?.length ?? 0);
  return [...byCause(beside)].flatMap(([key, group]) => (isMost(key, group) ? group : []));
}

/** True of what compares a reply with the values of its request. */
const isOfValues = ({ finding }: Found) => hasTrait(finding.rule, 'values', 'numbers');

/** True of what says something of the packet that a report is about. */
const isOfPacket = ({ finding }: Found) => hasTrait(finding.rule, 'values', 'numbers', 'packet');

const holdsForeignValue = ({ finding: { names } }: Found) => names?.foreign !== undefined;

/** Requests share state, so that replies hold values of others; a send then returns the packet of another, too. */
const ofSharedState: Explain = (left) => {
  const direct = left.filter(holdsForeignValue).toSorted((a, b) => byLevel(a.finding.level, b.finding.level));
  const holders = new Set(direct.map(({ exchange }) => exchange));
  const isSend = direct.some(({ finding }) => finding.step === 0);
  const compared = left.filter(isOfValues);
  // Where most are mixed up, a value of another request may be known by nothing.
  const isMost = 2 * holders.size > new Set(compared.map(({ exchange }) => exchange)).size;
  const beside = left.filter((found) => {
    if (found.finding.packet !== undefined) return isSend;
    if (isMost && isOfValues(found)) return !holdsForeignValue(found);
    return holders.has(found.exchange) && !holdsForeignValue(found) && isOfPacket(found);
  });
  const indirect = left.filter((found) => !holdsForeignValue(found));
  const message = ours`replies hold values of other requests`;
  return [{ kind: 'state', message, found: [...direct, ...mostly(beside, indirect)] }];
};

/** One PacketID was returned for several sends, so reports on it are about another send. */
const ofSharedPacket: Explain = (left) => {
  const shows = left.filter(({ finding }) => finding.packet !== undefined);
  const sending = new Set(shows.map((found) => calledFor(found).operation));
  const holders = new Set(shows.flatMap(({ exchange: { id }, finding: { earlier = id } }) => [id, earlier]));
  const reports = left.filter((found) => {
    const isAbout = holders.has(found.exchange.id) && !sending.has(calledFor(found).operation);
    return isAbout && isOfPacket(found);
  });
  const sends = [...groupedBy(shows, ({ finding }) => finding.packet)].map(([packet, group]) => {
    const steps = group.flatMap(({ exchange: { id }, finding: { earlier, step } }) => {
      return [`${earlier ?? id} 0`, `${id} ${step}`];
    });
    return { packet, size: new Set(steps).size };
  });
  const [most] = sends.toSorted((a, b) => b.size - a.size);
  if (!most) return [];
  const { packet, size } = most;
  const single = ours`${packet} was returned for ${size} sends`;
  const several = ours`${sends.length} packets were returned for several sends, ${packet} for ${size}`;
  const message = sends.length === 1 ? single : several;
  return [{ kind: 'shared-packet', message, found: [...shows, ...mostly(reports, left)] }];
};

/** The target gave no response any more, so that no further request was sent. */
const ofGone: Explain = (left) => {
  const isUnsent = ({ finding }: Found) => finding.names?.unsent !== undefined;
  const unanswered = left.filter((found) => hasTrait(found.finding.rule, 'unanswered') && !isUnsent(found));
  const [last = []] = [...byCause(unanswered).values()].toSorted((a, b) => b.length - a.length);
  const why = last[0]?.finding.actual ?? ours`no response`;
  const message = ours`the target gave no response any more: ${why}`;
  const unsent = left.filter(isUnsent);
  return unsent.length === 0 ? [] : [{ kind: 'no-answer', message, found: [...last, ...unsent] }];
};

const ofSilence: Explain = (left, exchanges) => {
  const silent = silentBindings(left, exchanges);
  const found = left.filter((entry) => silent.includes(calledFor(entry).binding));
  const isAll = exchanges.every(({ binding }) => silent.includes(binding));
  const where = isAll ? ours`no request` : ours`no request over ${joinTexts(silent, ' and ')}`;
  const message = ours`${where} was answered with a packet result`;
  return [{ kind: 'no-answer', message, found: found.toSorted((a, b) => +isUnread(b) - +isUnread(a)) }];
};

const replyKey = ({ exchange, finding }: Found) => `${exchange.id} ${finding.step}`;

/** True if a finding is about the frame; of the texts only those that were read in another charset than UTF-8 are. */
const isOfFrame = ({ finding: { rule, readAs } }: Found) =>
  readAs !== undefined || !hasTrait(rule, 'deliveries');

/** Makes an explanation of findings that occur only in replies where an outer rule, or one earlier in the list, is broken too. */
const explainedByOuter =
  (kind: ResultRoot['kind'], rules: readonly string[], isOfKind: (found: Found) => boolean): Explain =>
  (left) => {
    const listed = left.filter(({ finding: { level, rule } }) => level !== 'gap' && rules.includes(rule));
    const order = ({ finding }: Found) => rules.indexOf(finding.rule);
    const groups = [...byCause(listed.filter(isOfKind)).values()].toSorted(
      ([a], [b]) => byLevel(a.finding.level, b.finding.level) || order(a) - order(b),
    );
    const explained: { readonly replies: ReadonlySet<string>; readonly found: Found[] }[] = [];
    for (const group of groups) {
      const outer = explained.find(({ replies }) => group.every((found) => replies.has(replyKey(found))));
      if (outer) outer.found.push(...group);
      else explained.push({ replies: new Set(group.map(replyKey)), found: [...group] });
    }
    return explained.map(({ found }) => ({ kind, message: firstTitle(found), found }));
  };

/** A body of another kind, such as a page or the other SOAP version, explains what else is wrong with the reply. */
const ofOtherBody: Explain = (left) =>
  ['web-page', 'help-page', 'not-xml', 'soap-version'].map((body) => {
    const shows = left.filter(({ finding }) => finding.observed === body);
    const replies = new Set(shows.map(replyKey));
    const beside = left.filter((found) => {
      const { observed, rule } = found.finding;
      const isOfContent = ['payload', 'reply'].includes(needOf(rule) ?? '');
      return replies.has(replyKey(found)) && observed !== body && !isOfContent;
    });
    return { kind: 'frame', message: firstTitle(shows), found: [...shows, ...mostly(beside, left)] };
  });

/** Fields that are missing, by their names, explain the elements that are beside the fields in their place. */
const ofNames: Explain = (left) => {
  const gating = left.filter(({ finding }) => finding.level !== 'gap');
  const beside = [...byCause(gating.filter(({ finding }) => hasTrait(finding.rule, 'beside'))).values()];
  const missing = gating.filter(
    ({ finding: { rule, actual } }) => hasTrait(rule, 'once') && actual.startsWith('none'),
  );
  const placeOf = (found: Found) => `${replyKey(found)} ${found.finding.names?.parent}`;
  const spellingOf = (found: Found) => `${placeOf(found)} ${fieldOf(found).toLowerCase()}`;
  /** Returns the elements that are beside the fields only where one of the missing is of the same key. */
  const besideOf = (all: readonly Found[], keyOf: (found: Found) => string) => {
    const keys = new Set(all.map(keyOf));
    return beside.filter((group) => group.every((found) => keys.has(keyOf(found)))).flat();
  };
  const respelled = missing.filter(({ finding }) => finding.observed === 'name-case');
  const gone = missing.filter(({ finding }) => finding.observed !== 'name-case');
  const fields = distinct(gone.map(fieldOf));
  const others = besideOf(gone, placeOf);
  const isOther = distinct(others.map(fieldOf)).length === fields.length;
  const leftOut = fields.length > 1 ? ours`${joinTexts(fields, ', ')} are left out` : firstTitle(gone);
  return [
    {
      kind: 'frame',
      message: otherNames(respelled),
      found: [...respelled, ...besideOf(respelled, spellingOf)],
    },
    {
      kind: 'frame',
      message: isOther ? otherNames(gone) : leftOut,
      found: isOther ? [...gone, ...others] : gone,
    },
  ];
};

function otherNames(found: readonly Found[]): Masked {
  const [title = ours``, ...more] = distinct(found.map(({ finding }) => titleOf(finding)));
  if (more.length === 0) return title;
  return ours`${more.length + 1} elements have other names than in the contract, such as: ${title}`;
}

/** A list that is repeated for each recipient has no items in it, also where it is not repeated for one recipient. */
const ofLists: Explain = (left) => {
  const items = left.filter(({ finding: { names } }) => names?.item !== undefined);
  const { field: list = ours``, item = ours`` } = items[0]?.finding.names ?? {};
  const repeated = left.filter(({ finding: { rule, actual, names } }) => {
    return hasTrait(rule, 'once') && names?.field === list && actual.endsWith(' of them');
  });
  const repeating = new Set(repeated.map(replyKey));
  const lists = [...byCause(items).values()].filter((group) =>
    group.some((found) => repeating.has(replyKey(found))),
  );
  const replies = new Set(lists.flat().map(replyKey));
  const message = ours`${list} is repeated, without ${item} in it`;
  const found = [...lists.flat(), ...repeated.filter((entry) => replies.has(replyKey(entry)))];
  return [{ kind: 'frame', message, found }];
};

/** Replies that end too early do so for one reason, wherever in the document each ends. */
const ofCutBodies: Explain = (left) => {
  const found = left.filter(({ finding }) => finding.observed === 'cut-off-body');
  const [clause = ours``, ...others] = distinct(found.map(({ finding }) => clauseOf(finding)));
  return [{ kind: 'frame', message: others.length === 0 ? clause : ours`replies end too early`, found }];
};

/** Question marks for what the charset lacks in which other bodies of the same binding are written. */
const ofCharset: Explain = (left) => {
  const bytes = left.filter(({ finding }) => finding.observed === 'not-utf-8');
  const bindings = new Set(bytes.map((found) => calledFor(found).binding));
  const marks = left.filter(
    (found) => found.finding.observed === 'question-marks' && bindings.has(calledFor(found).binding),
  );
  const found = marks.length > 0 ? [...bytes, ...marks] : [];
  return [{ kind: 'frame', message: firstTitle(found), found }];
};

const NODES = ours`nodes`;
/** Advice about a packet that the user names. */
const GIVEN = ours`given`;

/** Names of advice that only a whole run gives. */
const OF_RUN: readonly (string | undefined)[] = [NODES, 'chunks', 'expect', 'kept', 'given'];

/** Some reports do not find the packet of their send, where others of the same cases and bindings do. */
const ofNodes: Explain = (left, exchanges) => {
  const refusals = left.filter(({ finding }) => hasTrait(finding.rule, 'status') && finding.level !== 'gap');
  const isOfReport = ({ exchange: { steps = [] }, finding: { step } }: Found) =>
    step > 0 && steps[step]?.operation !== steps[0]?.operation;
  const answered = exchanges.filter((exchange) => exchange.verdict === 'passed');
  return [...byCause(refusals).values()].flatMap((found) => {
    // What sends get as well is no matter of packets.
    if (found.length < 2 || !found.every(isOfReport)) return [];
    const refused = distinct(found.map(({ exchange }) => exchange));
    const isShared = (key: 'case' | 'binding') => {
      const keysOf = (all: readonly ResultExchange[]) =>
        new Set(all.map((exchange) => `${exchange.operation} ${exchange[key]}`));
      const [found, wrong] = [keysOf(answered), [...keysOf(refused)]];
      return 2 * wrong.filter((name) => found.has(name)).length > wrong.length;
    };
    if (!isShared('case') || !isShared('binding')) return [];
    const message = ours`reports do not find the packet of their send in ${refused.length} exchanges, and in others of the same cases they do`;
    return [{ kind: 'nodes', message, found, observed: NODES }];
  });
};

const isPacket = (only: string | undefined) => only?.startsWith('packet ') === true;

/** Calls of one kind are refused, which others are not in the same words. */
const ofRequests: Explain = (left) => {
  // What a reply about an unknown packet says is about no packet of the target, whatever rule it breaks.
  const refusals = left.filter(
    ({ finding: { rule, level, only } }) =>
      level !== 'gap' && (hasTrait(rule, 'status', 'unanswered') || isPacket(only)),
  );
  const causes = [...byCause(refusals).values()].filter((found) => {
    const [only, ...more] = distinct(found.map(({ finding }) => finding.only));
    return only !== undefined && more.length === 0;
  });
  return [...groupedBy(causes.flat(), ({ finding }) => finding.only)].flatMap(([only, found]) => {
    const isSilent = found.every(({ finding }) => hasTrait(finding.rule, 'unanswered'));
    const ofKind = ours`calls ${isSilent ? ours`get no answer` : ours`are refused`} only ${kindText(only)}`;
    const message = isPacket(only) ? ours`reports on ${only} alone are wrong` : ofKind;
    const observed = isPacket(only) ? GIVEN : only;
    return found.length < 2 ? [] : [{ kind: 'request', message, found, observed }];
  });
};

const caseOf = ({ exchange: { operation, case: name } }: Found) => `${operation} ${name}`;

/** Status and fault code before what a refusal says. */
const BEFORE_SAID = /^\d{3}[^:,]*(?:, SOAP fault: \S+ |: (?:HTML page: )?)|^.*/s;

/** Calls of the same cases that are refused in the same words, which each binding has in a way of its own. */
const ofSaid: Explain = (left) => {
  const saidIn = ({ finding: { actual } }: Found) => actual.slice(BEFORE_SAID.exec(actual)?.[0].length);
  const refusals = left.filter(({ finding: { rule, level } }) => level !== 'gap' && hasTrait(rule, 'status'));
  const byWords = groupedBy(refusals, (found) => saidIn(found).replace(/"[^"]*"|\d+/g, '') || undefined);
  return [...byWords.values()].map((refused) => {
    const [most = [], ...others] = [...byCause(refused).values()].toSorted((a, b) => b.length - a.length);
    // A server that hides its errors has the same words for all of them.
    const cases = new Set(most.map(caseOf));
    const alike = others.filter((group) => group.some((found) => cases.has(caseOf(found))));
    const [said = ours``] = most.map(saidIn);
    return { kind: 'request', message: ours`calls are refused: ${said}`, found: [...most, ...alike.flat()] };
  });
};

/** The observed changes of a text that is returned as a part of it. */
const PARTS: readonly (string | undefined)[] = ['cut', 'cut-at-sms', 'part', 'parts'];

/** A recipient has several delivery results, each with a part of the message. */
const ofParts: Explain = (left) => {
  const texts = left.filter(
    ({ finding }) => hasTrait(finding.rule, 'text') && PARTS.includes(finding.observed),
  );
  const counts = left.filter(({ finding }) => hasTrait(finding.rule, 'count'));
  const [withText, withCount] = [texts, counts].map((all) => new Set(all.map(replyKey)));
  const found = [
    ...counts.filter((entry) => withText?.has(replyKey(entry))),
    ...texts.filter((entry) => withCount?.has(replyKey(entry))),
  ];
  const message = ours`a recipient has a delivery result for each part of a long message`;
  return [{ kind: 'parts', message, found, observed: ours`parts` }];
};

const ofFrame = explainedByOuter('frame', frame, isOfFrame);
const ofTimes = explainedByOuter('time', dates, () => true);

const fieldOf = ({ finding: { names } }: Found) => names?.field ?? ours``;

const firstTitle = ([first]: readonly Found[]) => (first ? titleOf(first.finding) : ours``);

/** Returns the changes of texts, which numbers of recipients go through as well. */
function changesOfTexts(left: readonly Found[]): ReadonlySet<unknown> {
  const texts = left.filter(
    ({ finding: { rule } }) => hasTrait(rule, 'text', 'values') && !hasTrait(rule, 'numbers'),
  );
  return new Set(texts.flatMap(({ finding: { observed } }) => observed ?? []));
}

/** Recipients that are missing in replies to sends or in reports alone, and numbers that are changed in one way. */
const ofRecipients: Explain = (left) => {
  const ofTexts = changesOfTexts(left);
  const byKind = groupedBy(left, ({ finding: { rule, names, observed, path } }) => {
    const { field, lost = '' } = names ?? {};
    if (!hasTrait(rule, 'numbers') || ofTexts.has(observed)) return undefined;
    return observed ?? (path.endsWith(`/${field}`) ? undefined : lost);
  });
  return [...byKind.values()].map((found) => {
    const gravestFirst = found.toSorted((a, b) => byLevel(a.finding.level, b.finding.level));
    return { kind: 'recipients', message: firstTitle(gravestFirst), found: gravestFirst };
  });
};

/** Replaced characters that a message names. */
const MOST_NAMED = 3;

/** Characters that became others, in each text the same ones: what one list or character set does. */
const ofCharacters: Explain = (left) => {
  const became = new Map<Masked, Masked>();
  const found: Found[] = [];
  for (const entry of left) {
    const { replaced = [] } = entry.finding;
    const isSame = replaced.every(([from = ours``, to]) => (became.get(from) ?? to) === to);
    if (replaced.length === 0 || !isSame) continue;
    for (const [from = ours``, to = ours``] of replaced) became.set(from, to);
    found.push(entry);
  }
  const [[first, single] = [ours``, ours``]] = became;
  const named = [...became].slice(0, MOST_NAMED).map(([from, to]) => ours`"${from}" became "${to}"`);
  const more = became.size > MOST_NAMED ? ours` and ${became.size - MOST_NAMED} more` : ours``;
  const isSingle = became.size > 1 && [...became.values()].every((to) => to === single);
  const message = isSingle
    ? ours`${became.size} characters, such as "${first}", became "${single}"`
    : ours`characters were replaced: ${joinTexts(named, ', ')}${more}`;
  return [{ kind: 'characters', message, found }];
};

/** The same change of texts in several fields: what all of them go through. */
const ofChange: Explain = (left, exchanges) => {
  const ofTexts = changesOfTexts(left);
  const texts = left.filter(({ finding }) => {
    const isOfNumbers = hasTrait(finding.rule, 'numbers') && ofTexts.has(finding.observed);
    const isOfText = isOfNumbers || hasTrait(finding.rule, 'text', 'values', 'second-opinion');
    return isOfText && clauseOf(finding) !== '';
  });
  const ofClause = new Map(
    [...groupedBy(texts, ({ finding }) => clauseOf(finding))].map(([clause, group]) => {
      return [clause, distinct(group.map(fieldOf)).length];
    }),
  );
  const byChange = groupedBy(texts, (found) => {
    const clause = clauseOf(found.finding);
    // A limit in bytes or characters ends the texts of a field in several places.
    return PARTS.includes(found.finding.observed) && ofClause.get(clause) === 1 ? fieldOf(found) : clause;
  });
  return [...byChange.values()].map((found) => {
    const [clause = ours``, ...more] = distinct(found.map(({ finding }) => clauseOf(finding)));
    const change = more.length === 0 ? clause : ours`only a part of the text is returned`;
    const fields = joinTexts(distinct(found.map(fieldOf)), ', ');
    return { kind: 'change', message: ours`${change} in ${fields}${onlyOver(found, exchanges)}`, found };
  });
};

/** Names the bindings of findings where other bindings were called as well. */
function onlyOver(found: readonly Found[], exchanges: readonly ResultExchange[]): Masked {
  const over = distinct(found.map((entry) => calledFor(entry).binding));
  const isAll = exchanges.every(({ binding }) => over.includes(binding));
  return isAll ? ours`` : ours`, over ${joinTexts(over, ' and ')} alone`;
}

/** The first that covers a finding explains it. */
const explanations = [
  ...[ofGone, ofNamespace, ofSharedState, ofSharedPacket, ofSilence, ofRequests, ofNodes, ofSaid],
  ...[ofOtherBody, ofCutBodies, ofCharset, ofFrame, ofNames, ofLists, ofTimes],
  ...[ofRecipients, ofParts, ofCharacters, ofChange],
];
