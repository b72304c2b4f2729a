return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[        uint4 octet = {};
        if (c < d)
            octet =]==],
              [==[        if (c >= d)
            break;
        uint4 octet =]==]}},
  backend = "simt",  fails = "correct", message = "permute",
  why = "lanes beyond d leave before the shuffle that others need them for",
}
