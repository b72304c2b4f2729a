return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[        if (c < d)
            *reinterpret_cast<uint4 *>(out]==],
              [==[        if (c < d && __ballot_sync(__activemask(), mine >= 0))
            *reinterpret_cast<uint4 *>(out]==]}},
  backend = "simt",  fails = "correct", message = "unpermute",
  why = "a token whose choices were all dropped is not written",
}
