/** The rules in our own words: searched, or opened by any chip; with a note on how a rule acts here and now. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../look/Icon";
import type { Case } from "../server/shapes.gen";
import { useSeat } from "../seat/context";
import { caseOf, chapters, nearby, searched } from "../words/rules";
import { RuleChip, Said } from "./parts";

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
        <span class="hidden-text">Search the rules</span>
        <input
          ref={field}
          type="search"
          placeholder="Search the rules"
          value={query}
          onInput={(event) => {
            desk.search.value = event.currentTarget.value;
            desk.rule.value = null;
          }}
        />
        <kbd class="kbd">/</kbd>
      </label>
      {!rules && <p class="quiet block">The rules of this game are not there yet.</p>}
      {rules && query && (
        <p class="small quiet">
          {found.length} {found.length === 1 ? "rule" : "rules"} in {rules.title}
        </p>
      )}
      {rules && !open && query && <ResultList cases={found.slice(0, MOST)} />}
      {rules &&
        !open &&
        !query &&
        (desk.rule.value ? (
          <p class="quiet">There is no rule {desk.rule.value} in this catalogue.</p>
        ) : (
          <Contents cases={rules.cases} />
        ))}
      {rules && open && <RuleText one={open} cases={rules.cases} />}
    </div>
  );
}

function ResultList({ cases }: { cases: Case[] }): JSX.Element {
  const { desk } = useSeat();
  return (
    <ul class="rule-list">
      {cases.map((one) => (
        <li>
          <button type="button" onClick={() => (desk.rule.value = one.id)}>
            <span class="chip">{one.id}</span>
            <span>{one.title}</span>
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
          <ResultList cases={chapter.cases} />
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
          All rules
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
          <b>Why we rule so.</b> {one.reason}
        </p>
      )}
      {here.map((note) => (
        <p class="here-now">
          <b>Here, now.</b> <Said text={note.text} places={note.places} />
        </p>
      ))}
      {near.length > 0 && (
        <>
          <h3 class="caps">Near it</h3>
          <ResultList cases={near} />
        </>
      )}
      {acted.length > 0 && (
        <p class="small quiet rule-acted">
          It acted {acted.length === 1 ? "once" : `${acted.length} times`} lately.{" "}
          <button
            type="button"
            class="place-link"
            onClick={() => (seat.desk.pointed.value = acted.flatMap((line) => line.places ?? []))}
          >
            Show them
          </button>
        </p>
      )}
    </article>
  );
}
