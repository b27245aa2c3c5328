/** The rules in our own words: searched, or opened by any chip; with a note on how a rule acts here and now. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../look/Icon";
import type { Case } from "../server/shapes.gen";
import { useSeat } from "../seat/context";
import { caseOf, chapters, nearby } from "../words/rules";
import { type Found, searched } from "../words/search";
import { RuleChip, Said, Snippet } from "./parts";
import * as texts from "../texts/panels/RulesTab";

const MOST = 60;

export function RulesTab(): JSX.Element {
  const seat = useSeat();
  const { desk } = seat;
  const rules = seat.rules.value;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!desk.rule.value) field.current?.focus();
  }, []);
  const query = desk.search.value;
  const found = rules ? searched(rules.cases, query) : [];
  const open = rules && desk.rule.value ? caseOf(rules.cases, desk.rule.value) : null;
  return (
    <div class="rules">
      <label class="search">
        <Icon name="search" />
        <span class="hidden-text">{texts.searchTheRules}</span>
        <input
          ref={field}
          type="search"
          placeholder={texts.searchTheRules}
          value={query}
          onInput={(event) => {
            desk.search.value = event.currentTarget.value;
            desk.rule.value = null;
          }}
        />
        <kbd class="kbd">/</kbd>
      </label>
      {!rules && <p class="quiet block">{texts.loadingTheRules}</p>}
      {rules && query && (
        <p class="small quiet">
          {found.length
            ? texts.inText(found.length, found.length === 1 ? "rule" : "rules", rules.title)
            : texts.nothingInTheRulesOf(rules.title, query)}
        </p>
      )}
      {rules && !open && query && <ResultList found={found.slice(0, MOST)} />}
      {rules &&
        !open &&
        !query &&
        (desk.rule.value ? (
          <p class="quiet">
            {texts.thisGameHasNoRule} {desk.rule.value}.
          </p>
        ) : (
          <Contents cases={rules.cases} />
        ))}
      {rules && open && <RuleText one={open} cases={rules.cases} />}
    </div>
  );
}

function ResultList({ found }: { found: Found[] }): JSX.Element {
  const { desk } = useSeat();
  return (
    <ul class="rule-list">
      {found.map(({ rule, snippet }) => (
        <li>
          <button type="button" onClick={() => (desk.rule.value = rule.id)}>
            <span class="chip">{rule.id}</span>
            <span>
              {rule.title}
              <Snippet parts={snippet} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Contents({ cases }: { cases: Case[] }): JSX.Element {
  return (
    <div class="contents">
      {chapters(cases).map((chapter) => (
        <details>
          <summary>
            <b>{chapter.id}</b> {chapter.title} <span class="quiet small">{chapter.cases.length}</span>
          </summary>
          <ResultList found={chapter.cases.map((rule) => ({ rule, snippet: [] }))} />
        </details>
      ))}
    </div>
  );
}

function RuleText({ one, cases }: { one: Case; cases: Case[] }): JSX.Element {
  const seat = useSeat();
  const screen = seat.screen.value;
  const here = (screen?.here_now ?? []).filter((note) => note.rule === one.id);
  const acted = (screen?.log?.lines ?? []).filter((line) => line.rule === one.id);
  const near = nearby(cases, one);
  return (
    <article class="rule">
      <p class="small quiet rule-way">
        <button type="button" class="place-link" onClick={() => (seat.desk.rule.value = null)}>
          {texts.allRules}
        </button>{" "}
        › {one.kind}
      </p>
      <h2>
        {one.title} <RuleChip id={one.id} />
      </h2>
      {one.text
        .split("\n")
        .filter(Boolean)
        .map((line) => (
          <p class="rule-text">{line}</p>
        ))}
      {one.reason && (
        <p class="rule-reason">
          <b>{texts.whyWeReadItThis}</b> {one.reason}
        </p>
      )}
      {here.map((note) => (
        <p class="here-now">
          <b>{texts.hereAndNow}</b> <Said text={note.text} places={note.places} />
        </p>
      ))}
      {near.length > 0 && (
        <>
          <h3 class="caps">{texts.relatedRules}</h3>
          <ResultList found={near.map((rule) => ({ rule, snippet: [] }))} />
        </>
      )}
      {acted.length > 0 && (
        <p class="small quiet rule-acted">
          {texts.applied} {acted.length === 1 ? "once" : texts.times(acted.length)} {texts.inTheLog}{" "}
          <button
            type="button"
            class="place-link"
            onClick={() => (seat.desk.pointed.value = acted.flatMap((line) => line.places ?? []))}
          >
            {texts.showWhere}
          </button>
        </p>
      )}
    </article>
  );
}
