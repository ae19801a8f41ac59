/** Above the curves: what is plotted, and the way back from a zoom; below them the horizontal axis. */

import { render } from "preact";
import { Button, Select } from "../choices";
import { element } from "../element";
import type { CurvesData, CurvesEvents } from "../types";
import { beforeKey } from "./scene";

export function createCurvesBar(box: HTMLElement, events: CurvesEvents, showAll: () => void) {
  const { onMetric, onAxis, onLogX, onLogY } = events;
  const [above, below] = [element("div", "view-bar"), element("div", "view-bar view-bar-end")];
  box.before(above);
  box.after(below);
  return (data: CurvesData, isZoomed: boolean): void => {
    const { metrics, metric, axes, axis, logX, logY, yRange, better } = data;
    render(
      <>
        <Select name="What is plotted" choices={metrics} chosen={metric} choose={onMetric} />
        {onLogY && !yRange && <Log axis="vertical" isOn={logY} change={onLogY} />}
        <span class="view-better" hidden={isZoomed}>
          {better}
        </span>
        <span class="view-key">{beforeKey(data)}</span>
        <span class="view-space" />
        <Button title="Undo the zoom (double click, or Escape)" hidden={!isZoomed} press={showAll}>
          Show all
        </Button>
      </>,
      above,
    );
    render(
      <>
        <Select name="Horizontal axis" choices={axes} chosen={axis} choose={onAxis} />
        {onLogX && <Log axis="horizontal" isOn={logX} change={onLogX} />}
      </>,
      below,
    );
  };
}

function Log({ axis, isOn, change }: { axis: string; isOn: boolean; change(isOn: boolean): void }) {
  const title = `Logarithmic ${axis} axis`;
  const press = ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.checked);
  return (
    <label class="view-check" title={title}>
      <input type="checkbox" aria-label={title} checked={isOn} onChange={press} />
      log
    </label>
  );
}
