return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[both = (word >> 4 * pair & 0x000f000f) | 0x43004300;]],
              [[both = (word >> 8 * pair & 15) | (word >> 8 * pair & 240) << 12 | 0x43004300;]]}},
  fails = "correct",
  why = "takes codes in the order of their bits: neighbours along k stand sixteen bits apart",
}
