/** The page that the address names. */
import type { JSX } from "preact";
import { render } from "preact";
import "./look/fonts";
import "./look/tokens.css";
import "./look/table.css";
import "./look/panel.css";
import "./look/tracks.css";
import "./look/phone.css";
import "./look/board.css";
import "./look/cards.css";
import "./look/sheet.css";
import "./look/pages.css";
import "./look/options.css";
import "./look/machine.css";
import "./look/handover.css";
import "./look/rows.css";
import "./look/events.css";
import "./look/sandbox.css";
import "./look/connection.css";
import "./look/guide.css";
import "./look/analysis.css";
import "./look/theme";
import { BoardPage } from "./pages/BoardPage";
import { DicePage } from "./pages/DicePage";
import { HomePage } from "./pages/HomePage";
import { ImportPage } from "./pages/ImportPage";
import { InvitationPage } from "./pages/InvitationPage";
import { RulesPage } from "./pages/RulesPage";
import { ScreenPage } from "./pages/ScreenPage";
import { SeatPage } from "./pages/SeatPage";
import { NewVersion } from "./panels/Connection";
import { go, page } from "./route";
import { install } from "./server/install";
import * as texts from "./texts/main";

function App(): JSX.Element {
  const now = page.value;
  switch (now.name) {
    case "home":
      return <HomePage />;
    case "new":
      return <HomePage game={now.game} />;
    case "seat":
      return <SeatPage key={now.token} token={now.token} />;
    case "invitation":
      return <InvitationPage key={now.code} code={now.code} />;
    case "rules":
      return <RulesPage game={now.game} />;
    case "dice":
      return <DicePage />;
    case "import":
      return <ImportPage />;
    case "screen":
      return <ScreenPage key={now.screen} name={now.screen} />;
    case "board":
      return <BoardPage key={now.screen} name={now.screen} />;
    case "nowhere":
      return (
        <main class="plain-page">
          <h1>{texts.pageNotFound}</h1>
          <p>
            <button type="button" class="button main" onClick={() => go("/")}>
              {texts.allGames}
            </button>
          </p>
        </main>
      );
  }
}

render(
  <>
    <App />
    <NewVersion />
  </>,
  document.getElementById("app")!,
);
install();
