/** A control for one parameter that stands by itself in the document. */

import { pathText, valueAt, type Path } from "../state/document";
import type { Parameter } from "../simulation/core";
import { createField } from "./fields";
import type { Control, Edit } from "./group";

/** `path` leads to the object that has the parameter. */
export function createSingle(parameter: Parameter, path: Path, edit: Edit): Control {
  const own = [...path, parameter.name];
  const field = createField(parameter, (value) => edit(own, value));
  return {
    element: field.element,
    show(document) {
      field.set(valueAt(document, own));
      field.complain(null);
    },
    complain(where, message) {
      if (where !== pathText(own)) return false;
      field.complain(message);
      return true;
    },
  };
}
