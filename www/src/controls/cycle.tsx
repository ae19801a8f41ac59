/** The networks that follow the first in a cycle, one by one. */

import { another } from "./adapt";
import { Group } from "./group";
import { usePage } from "./page";

const NETWORKS = ["network", "changes", "networks"];
/** Beside the first network. */
const MOST = 64;

export function Cycle() {
  const { store, catalog, edit } = usePage();
  const { changes } = store.document.network;
  if (changes?.kind !== "cycle") return null;
  const { networks } = changes;
  return (
    <div class="group">
      <div class="cycle">
        {networks.map((_, place) => (
          <fieldset key={place}>
            <legend>{`Network ${place + 2} of the cycle`}</legend>
            <Group path={[...NETWORKS, place, "topology"]} entries={catalog.topologies} label="Then" />
            <Group path={[...NETWORKS, place, "weights"]} entries={catalog.weights} tag="rule" label="Weights" />
            <button
              type="button"
              class="quiet"
              disabled={networks.length === 1}
              onClick={() =>
                edit(
                  NETWORKS,
                  networks.filter((_, other) => other !== place),
                )
              }
            >
              Remove
            </button>
          </fieldset>
        ))}
      </div>
      <button
        type="button"
        disabled={networks.length >= MOST}
        onClick={() => edit(NETWORKS, [...networks, another(store.document, catalog)])}
      >
        Add a network
      </button>
    </div>
  );
}
