"""CUDA source with one kernel for each function, or each macro, of a header: written from their signatures.

Numbers are limb-major in global memory. A pointer is passed on, with as many elements apart as there are threads.
"""

import re

import common

START = f'#include "{common.HERE}/device.cuh"\n'
TEXT = f'#include "{common.HERE}/device_text.cuh"\n'


def kernel(name, parameters, body):
    lines = "".join(f"    {line}\n" for line in ["const unsigned k = thread();", "if (k >= numbers) return;", *body])
    return f'extern "C" __global__ void {name}({", ".join([*parameters, "unsigned numbers"])}) {{\n{lines}}}\n'


def function_kernel(name, function):
    parameters, arguments, before, after = [], [], [], []
    for kind, operand in function.parameters:
        value_type = re.sub(r"^const |&$", "", kind)
        qualified = value_type if value_type in ("uint32_t", "int", "long long") else f"ns::{value_type}"
        if "*" in kind:  # an array
            element = re.sub(r"\b(plain|elem|num)\b", r"ns::\1", kind)
            parameters.append(f"{element} {operand}")
            arguments.append(f"{operand} + k")
        elif kind in ("int", "long long", "const modulus&"):  # the same for all threads
            parameters.append(f"{qualified} {operand}")
            arguments.append(operand)
        elif kind.startswith("const ") or kind == "uint32_t":
            parameters.append(f"const uint32_t* {operand}")
            arguments.append(f"load<{qualified}>({operand}, numbers, k)")
        else:  # an output
            parameters.append(f"uint32_t* {operand}_out")
            before.append(f"{qualified} {operand};")
            after.append(f"store({operand}, {operand}_out, numbers, k);")
            arguments.append(operand)
    call = f"ns::{function.name}({', '.join(arguments)})"
    if function.result == "void":
        return kernel(name, parameters, [*before, f"{call};", *after])
    result = "uint32_t" if function.result == "int" else "auto"
    return kernel(name, ["uint32_t* result", *parameters],
                  [*before, f"const {result} value = {call};", "store(value, result, numbers, k);", *after])


def macro_kernel(name, operands, body):
    """The kernel of NAME_loc, on arrays in registers, or of NAME_glo, in place in global memory."""
    pointers = [f"uint32_t* {operand}_in" for operand in operands if operand != "tid"]
    if name.endswith("_glo"):
        arguments = ["k" if operand == "tid" else f"{operand}_in" for operand in operands]
        return kernel(f"kernel_{name}", pointers, [f"{name}({', '.join(arguments)});"])
    before, after = [], []
    for operand in operands:
        limbs = [int(index) for index in re.findall(rf"\({operand}\)\[(\d+)\]", body)]
        dimension = f"[{max(limbs) + 1}]" if limbs else ""
        before += [f"uint32_t {operand}{dimension};",
                   f"load({operand}, {operand}_in, numbers, k);" if limbs else f"{operand} = {operand}_in[k];"]
        after.append(f"store({operand}, {operand}_in, numbers, k);")
    return kernel(f"kernel_{name}", pointers, [*before, f"{name}({', '.join(operands)});", *after])


def of_functions(header):
    """The source, and the names of its kernels: a second function of a name has _2 in its kernel's."""
    kernels = {}
    for function in common.signatures(header):
        name = f"kernel_{function.label()}"
        name += "_2" if name in kernels else ""
        kernels[name] = function_kernel(name, function)
    text = TEXT if any(function.name == "divrem" for function in common.signatures(header)) else ""
    return f"{START}namespace ns = {header.stem};\n{''.join(kernels.values())}{text}", set(kernels)


def of_macros(header):
    """The same for macros."""
    bodies = {}
    for name, operands, body in re.findall(r"^#define (\w+_(?:loc|glo))\((.*)\) \\\n((?:.*\\\n)*)", header.read_text(),
                                           re.MULTILINE):
        bodies.setdefault(name, [operands.split(", "), ""])[1] += body
    source = "".join(macro_kernel(name, operands, body) for name, (operands, body) in bodies.items())
    return f"#define NUMBER_OF_BIGNUMS numbers\n{START}{source}", {f"kernel_{name}" for name in bodies}
