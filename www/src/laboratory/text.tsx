/** The text about the problem, the network and the methods. */

import { useMemo } from "preact/hooks";
import { usePage } from "../controls/page";
import { Swatch } from "../controls/table";
import { methodsText, networkText, problemText } from "../text/explain";

export function Text() {
  const { scenes, catalog } = usePage();
  const { document, network, styles } = scenes.told.value;
  const content = useMemo(() => {
    const methods = styles.map((style, place) => ({
      label: style.label,
      entry: catalog.methods.find(({ kind }) => kind === document.methods[place]!.kind),
      swatch: <Swatch of={style} />,
    }));
    const setting = { document, network, methods };
    return (
      <>
        <h2>The problem</h2>
        <div id="problem-text">{problemText(setting)}</div>
        <h2>The network, and λ</h2>
        <div id="network-text">{networkText(setting)}</div>
        <h2>The methods</h2>
        <div id="methods-text">{methodsText(setting)}</div>
      </>
    );
  }, [document, network, styles]);
  return content;
}
