// An array as Python code.

export const MOST_ELEMENTS = 1000;

/** np.array([[1.0, np.nan]], dtype=np.float32) */
export function numpyCode(cells: ArrayLike<number>, shape: readonly number[], dtype: string): string {
  let at = 0;
  const nested = (axis: number): string => {
    if (axis === shape.length) return elementCode(cells[at++] ?? 0, dtype);
    return `[${Array.from({ length: shape[axis] ?? 0 }, () => nested(axis + 1)).join(", ")}]`;
  };
  const list = nested(0);
  const array = shape.includes(0) ? `np.zeros((${shape.join(", ")}${shape.length === 1 ? "," : ""}), dtype=${dtypeCode(dtype)})`
    : `np.array(${list}, dtype=${dtypeCode(dtype)})`;
  return `import numpy as np\n${dtype === "bfloat16" ? "import ml_dtypes\n" : ""}\nx = ${array}\n`;
}

/** For arrays too large to write down: of a file that was saved before. */
export function loadCode(file: string): string {
  return `import numpy as np\n\nx = np.load(${JSON.stringify(file)})\n`;
}

function dtypeCode(dtype: string): string {
  if (dtype === "bool") return "np.bool_";
  return dtype === "bfloat16" ? "ml_dtypes.bfloat16" : `np.${dtype}`;
}

function elementCode(value: number, dtype: string): string {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
  if (dtype === "bool") return value === 0 ? "False" : "True";
  if (!/float/.test(dtype)) return `${value}`;
  const text = Object.is(value, -0) ? "-0" : dtype === "float64" ? `${value}` : shortest(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** As few digits as still give the same single. */
function shortest(value: number): string {
  for (let digits = 1; digits <= 9; ++digits) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return `${rounded}`;
  }
  return `${value}`;
}
