return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
            back(v, c - behind, chunks, cells, s, ns);
    }
    vDeviceSynchronize(v);]==],
              [==[
            back(v, c - behind, chunks, cells, s, ns);
    }]==]}},
  fails = "correct", message = "made the host wait",
  why = "overlap returns while copies are under way",
}
