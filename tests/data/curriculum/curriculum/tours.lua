return tours {
    {"tours/toy", repo = "owner/name", formerly = {"older/name"}, title = "Toy: a tour"},
}
