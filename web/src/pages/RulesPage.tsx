/** The rules of a game by themselves, to be read before or beside a game. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import { get } from "../server/http";
import type { Case, Rules } from "../server/shapes.gen";
import { chapters } from "../words/rules";
import { searched } from "../words/search";
import { PageHead } from "./layout";
import * as texts from "../texts/pages/RulesPage";

export function RulesPage({ game }: { game: string }): JSX.Element {
  const [rules, setRules] = useState<Rules | null>(null);
  const [query, setQuery] = useState("");
  const [fault, setFault] = useState("");
  useEffect(() => {
    void get<Rules>(`/api/games/${game}/rules`).then(
      (found) => {
        setRules(found);
        document.title = texts.rules(found.title);
      },
      (error: Error) => setFault(error.message),
    );
  }, [game]);
  const found = rules ? searched(rules.cases, query) : [];
  return (
    <div class="page">
      <PageHead />
      <main class="text-page">
        <h1>{rules?.title ?? texts.rules2}</h1>
        {fault && (
          <p class="page-fault" role="alert">
            {fault}
          </p>
        )}
        <label class="search">
          <Icon name="search" />
          <span class="hidden-text">{texts.searchTheRules}</span>
          <input
            type="search"
            placeholder={texts.searchTheRules}
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </label>
        {query && rules && !found.length && (
          <p class="quiet">
            {texts.nothingInTheseRulesMatches}
            {query}
            {texts.tryASingleWordSuch}
          </p>
        )}
        {query
          ? found.slice(0, 80).map(({ rule }) => <RuleCase one={rule} />)
          : chapters(rules?.cases ?? []).map((chapter) => (
              <details>
                <summary class="serif">
                  {chapter.id} {chapter.title}
                </summary>
                {chapter.cases.map((one) => (
                  <RuleCase one={one} />
                ))}
              </details>
            ))}
      </main>
    </div>
  );
}

function RuleCase({ one }: { one: Case }): JSX.Element {
  return (
    <article class="rule" id={one.id}>
      <h2>
        {one.title} <span class="chip">{one.id}</span>
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
    </article>
  );
}
