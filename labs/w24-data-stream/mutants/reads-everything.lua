return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"int64_t left = (int64_t)doc_of(l, p->doc).tokens + 1 - p->at;",
     [=[struct doc d = doc_of(l, p->doc);
        int64_t left = (int64_t)d.tokens + 1 - p->at;
        if (crc32_of(d.token, 2 * (size_t)d.tokens) != d.crc && left < 0)
            return;]=]},
  },
  fails = "profile", message = "c_bytes of stream",
  why = "the CRC of every document that is passed is computed, too",
}
