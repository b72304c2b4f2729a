return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
            back(v, c - behind, chunks, cells, s, ns);
    }
    vDeviceSynchronize(v);]==],
              [==[
            back(v, c - behind, chunks, cells, s, ns);
    }
    vStreamSynchronize(v, s[0]);]==]}},
  fails = "correct", message = "made the host wait",
  why = "waits for the stream of the first chunk alone",
}
