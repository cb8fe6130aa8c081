"""The page's own parts follow the game's settings of language and colours."""

from tests.browser.conftest import MakeTab
from tests.browser.servers import Host
from tests.browser.tab import Tab

SEEN = """() => [document.documentElement.lang, document.querySelector('link[rel=manifest]').href,
  getComputedStyle(document.documentElement).backgroundColor,
  ...[...document.querySelectorAll('meta[name=theme-color]')].map((one) => one.content)]"""


TITLES = """globalThis.titles = [];
new MutationObserver(() => { if (document.title) titles.push(document.title); })
  .observe(document, { subtree: true, childList: true, characterData: true });"""
"""Records all titles of the tab."""


def test_language_and_colours(tab: Tab) -> None:
    """Both settings override the browser's from the first moment; a change applies at once."""
    tab.page.emulate_media(color_scheme="light")
    tab.settings(tempo="off", language="cs", theme="dark")
    tab.page.add_init_script(TITLES)
    tab.page.goto(tab.url)
    dark = ["cs", f"{tab.url}manifest-cs.webmanifest", "rgb(30, 27, 25)", "#1E1B19", "#1E1B19"]
    tab.page.wait_for_selector("#loading-words:has-text('Stůl')")
    assert tab.js(SEEN) == dark
    tab.started()
    assert tab.js(SEEN) == dark
    assert [title for title in tab.js("titles") if "Flipside" not in title] == []
    tab.js("events.push(['key', 'o'])")
    tab.until(lambda: tab.title.startswith("Nastavení"))
    for chosen in ("theme=light", "language=de"):
        tab.frames(10)  # the readout must be current
        tab.js(f"events.push(['do', '{chosen}'])")
    light = ["de", f"{tab.url}manifest-de.webmanifest", "rgb(239, 231, 218)", "#EFE7DA", "#EFE7DA"]
    tab.until(lambda: tab.js(SEEN) == light)
    tab.js("flipside.ask('', '', '', '')")
    assert tab.js("element('ask-files').textContent") == "Dateien wählen"
    tab.js("flipside.fail('oh'), flipside.fail('something that follows from it')")
    assert tab.js("element('trouble-title').textContent") == "Etwas ist schiefgegangen"
    assert tab.js("element('trouble-details').textContent") == "oh"


PIECES = {"#23201e": False, "#f6efe2": True, "#f2a950 1010": True, "#17545b 1010": False}
"""Signs of discs, stones and balls, and of tiles, and whether they are pale."""

READOUT = """(signs) => {
  const part = (key, kind, within, sign) => [key, kind, 'a1', within, '', 0, sign, '', ''];
  const fields = signs.map((sign) => part(sign, 'field', 'row', sign));
  const parts = [part('board', 'grid', '', ''), part('row', 'row', 'board', ''), ...fields];
  const order = parts.map(([key]) => key);
  const told = { scene: 9, dialog: false, language: 'en', look: 'large light', parts, order };
  readout.show(JSON.stringify(told));
}"""

DRESS = """(sign) => {
  const look = getComputedStyle(document.querySelector(`[data-key="${sign}"] > button`));
  return [look.forcedColorAdjust, look.boxShadow.includes('inset'), look.backgroundColor];
}"""


def test_pieces_in_the_colours_of_a_contrast_theme(new_tab: MakeTab, host: Host) -> None:
    """Pieces keep their own colours, and only pale pieces have a ring."""
    host.held.add("/cdn/0.9.3/cpython312/main.wasm.gz")
    tab = new_tab(forced_colors="active")
    for scheme in ("dark", "light"):
        tab.page.emulate_media(color_scheme=scheme, forced_colors="active")
        tab.page.goto(tab.url)
        tab.page.wait_for_selector("#loading-words:has-text('Getting')")
        tab.js(READOUT, list(PIECES))
        for sign, pale in PIECES.items():
            adjusts, ringed, colour = tab.js(DRESS, sign)
            red, green, blue = (int(sign[at : at + 2], 16) for at in (1, 3, 5))
            assert adjusts == "none"
            assert ringed == pale
            assert colour == f"rgb({red}, {green}, {blue})"
    host.held.clear()


LETTERS = """() => {
  const grid = document.querySelector('#readout [role="grid"]');
  const buttons = [...grid.querySelectorAll('button')];
  const letters = buttons.map((one) => parseFloat(getComputedStyle(one).fontSize));
  return [Math.min(...letters), grid.scrollWidth <= grid.clientWidth];
}"""
"""The size of a board's smallest letters in CSS pixels, and whether all columns are visible."""


def test_letters_of_a_wide_board_on_a_phone(new_tab: MakeTab, host: Host) -> None:
    """The board has ten columns with tiles, as in Contactic."""
    host.held.add("/cdn/0.9.3/cpython312/main.wasm.gz")
    tab = new_tab(size=(390, 844))
    tab.page.goto(tab.url)
    tab.page.wait_for_selector("#loading-words:has-text('Getting')")
    tab.js(READOUT, [*PIECES, *(f"#f2a950 {edges:04b}" for edges in range(6))])
    smallest, whole = tab.js(LETTERS)
    assert smallest >= 16
    assert whole
    host.held.clear()
