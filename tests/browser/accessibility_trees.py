"""The accessibility trees of Chromium and Firefox, both with Chromium's names of roles."""

import json
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.browser.engines.firefox import FirefoxPage
from tests.browser.tab import Tab


@dataclass
class Heard:
    """A node of an accessibility tree."""

    role: str
    name: str
    states: dict[str, str]
    children: list["Heard"] = field(default_factory=list)

    def all(self, role: str = "") -> list["Heard"]:
        """Return the nodes with a role, or all, in reading order: this node and those below it."""
        found = [self] if role in ("", self.role) else []
        return found + [node for child in self.children for node in child.all(role)]


class Source(Protocol):
    """Access to the accessibility tree of a tab."""

    def tree(self) -> Heard:
        """Return the current tree."""

    def here(self) -> Heard | None:
        """Return the node with the focus, or None."""


def source_of(tab: Tab) -> Source:
    """Return the source for the browser of a tab."""
    page: Any = tab.page
    return InFirefox(tab, page) if isinstance(page, FirefoxPage) else InChromium(tab)


def states_of(node: dict[str, Any]) -> dict[str, str]:
    """Return the properties of a node that are not false."""
    found = {p["name"]: str(p["value"].get("value")) for p in node.get("properties", ())}
    return {name: value for name, value in found.items() if value != "False"}


class InChromium:
    """The tree of Chromium, read with its DevTools protocol."""

    def __init__(self, tab: Tab) -> None:
        self._session = tab.context.new_cdp_session(tab.page)
        self._session.send("Accessibility.enable")

    def tree(self) -> Heard:
        nodes = self._session.send("Accessibility.getFullAXTree")["nodes"]
        by_number = {node["nodeId"]: node for node in nodes}

        def heard(node: dict[str, Any]) -> list[Heard]:
            children = [by_number[n] for n in node.get("childIds", ()) if n in by_number]
            below = [one for child in children for one in heard(child)]
            role = node.get("role", {}).get("value", "")
            states = states_of(node)
            unsaid = role in ("none", "generic", "InlineTextBox") and "live" not in states
            if node.get("ignored") or unsaid:
                return below
            return [Heard(role, str(node.get("name", {}).get("value", "")), states, below)]

        return heard(nodes[0])[0]

    def here(self) -> Heard | None:
        """Return the node with the focus; reading it alone is faster than reading the tree."""
        found = self._session.send("Runtime.evaluate", {"expression": "document.activeElement"})
        asked = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        node = self._session.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
        states = states_of(node)
        if node.get("ignored") or "focused" not in states:
            return None
        return Heard(node["role"]["value"], str(node.get("name", {}).get("value", "")), states)


_WALK = """(() => {
  const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
  const heard = (node) => {
    const [low, high, states] = [{}, {}, {}];
    node.getState(low, high);
    for (const state of service.getStringStates(low.value, high.value)) states[state] = 'True';
    for (const { key, value } of node.attributes.enumerate())
      if (key === 'live' || key === 'pressed') states[key] = value;
    const children = [];
    for (let child = node.firstChild; child; child = child.nextSibling) children.push(heard(child));
    return { role: service.getStringRole(node.role), name: node.name || '', states, children };
  };
  const page = service.getAccessibleFor(gBrowser.selectedBrowser)?.firstChild;
  return JSON.stringify(page ? heard(page) : null);
})()"""

_ROLES = {
    "document": "RootWebArea", "entry": "textbox", "grouping": "group", "pushbutton": "button",
    "section": "generic", "text leaf": "StaticText", "toggle button": "button",
}  # fmt: skip
"""Chromium's names of roles, by Firefox's names where these differ."""


class InFirefox:
    """The tree of Firefox, read in the window that contains the tabs."""

    def __init__(self, tab: Tab, page: FirefoxPage) -> None:
        self._tab = tab
        self._browser = page.visitor.browser

    def tree(self) -> Heard:
        """Return the current tree; changes of a frame are in it one frame later."""
        found: list[Heard] = []

        def there() -> bool:  # the first call only makes Firefox create the tree
            self._tab.frames(2)
            node = json.loads(self._browser.run_in_window(_WALK))
            found[:] = self._heard(node) if node else []
            return bool(found)

        self._tab.until(there)
        return found[0]

    def here(self) -> Heard | None:
        """Return the node with the focus; if the toolbar has it, move it back to the page.

        Firefox's toolbar follows the last button, but WebDriver always types into the page.
        """
        found = next((node for node in self.tree().all() if "focused" in node.states), None)
        if found is None:
            self._browser.run_in_window("gBrowser.selectedBrowser.focus(), ''")
        return found

    def _heard(self, node: dict[str, Any]) -> list[Heard]:
        below = [one for child in node["children"] for one in self._heard(child)]
        role = _ROLES.get(node["role"], node["role"])
        if role == "generic" and "live" not in node["states"]:
            return below
        return [Heard(role, node["name"], node["states"], below)]
