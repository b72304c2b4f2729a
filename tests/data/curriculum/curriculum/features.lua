return features {
  ["F-READ"] = { title = "Reading", built = true },
  ["F-REPO"] = { title = "Tours", built = false },
}
