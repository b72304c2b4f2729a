/*
 * curriculum.h: everything that is taught, loaded from the root that holds curriculum/, labs/ and
 * kernels/. Data are Lua, evaluated in a box (luabox.h); what comes out are JSON documents.
 *
 * Ownership: a `const json_t *` belongs to the curriculum and lives until curriculum_close or
 * curriculum_reload; a `json_t *` or `char *` is yours (json_decref, free). NULL means failure:
 * curriculum_error says what went wrong in one line, curriculum_errors lists every mistake found
 * as {"file","line","message","level"}. Nothing is cached that depends on a seed.
 *
 * Everything is lazy: opening reads the prelude only. An owner of questions is a lab id, a
 * week as "w07" or "7", a card as "prelude/02-five-axes" or "cards/qat", a chapter as "deep/d07" or "d07", or a tour
 * as "tours/llm.c".
 */
#ifndef RIDGE_CURRICULUM_H
#define RIDGE_CURRICULUM_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

struct curriculum;
struct err;

enum {
    CURRICULUM_LIMIT_S = 10, /* an evaluation that takes longer is given up */
    /* one of everything, for authors: what it may compute, and how long it may take beside other work of the machine */
    CURRICULUM_WHOLE_CPU_S = 60,
    CURRICULUM_WHOLE_S = 300,
};

/* NULL on failure, with the sentence in *e, which may be NULL. */
struct curriculum *curriculum_open(const char *root, struct err *e);
void curriculum_close(struct curriculum *cur);

/*
 * One place more that has labs/ID and kernels/ID, and a pack.lua: a pack, or an author's course. What the root or
 * an earlier shelf has is not looked up there. Messages call it LABEL. Its labs' "dir" and "kernels" are absolute.
 */
bool curriculum_add_shelf(struct curriculum *cur, const char *dir, const char *label);

/* Why a shelf is left out: evaluating everything failed there. "" while all are in. */
const char *curriculum_left_out(const struct curriculum *cur);

/* The pack.lua of the shelf with that label: {"name","version","title","author","license","summary","class"}; yours. */
json_t *curriculum_pack(struct curriculum *cur, const char *label);

/* Forget what was loaded, because files changed. */
void curriculum_reload(struct curriculum *cur);

const char *curriculum_root(const struct curriculum *cur);
const char *curriculum_error(const struct curriculum *cur);
/* The last failure says nothing of the data: no process, open file or memory was to be had. */
bool curriculum_unable(const struct curriculum *cur);
const json_t *curriculum_errors(const struct curriculum *cur);

/* Is Lua evaluated under a seccomp filter here? (for `doctor`) */
bool curriculum_boxed(struct curriculum *cur);

/* --- tables: one evaluation loads them all -------------------------------------------------- */

const json_t *curriculum_hw(struct curriculum *cur);        /* {id: {name, as_of, values: {..}}} */
const json_t *curriculum_models(struct curriculum *cur);    /* {id: {name, source, L, d, ...}} */
const json_t *curriculum_readings(struct curriculum *cur);  /* {key: {authors, title, ...}} */
const json_t *curriculum_parts(struct curriculum *cur);     /* [{n, title, weeks, goal}] */
const json_t *curriculum_catalogue(struct curriculum *cur); /* {lab id: {title, week}} */
const json_t *curriculum_features(struct curriculum *cur);  /* {F-X: {title, built}} */
const json_t *curriculum_tracks(struct curriculum *cur);    /* [{id, title, gated, steps}] */
const json_t *curriculum_graph(struct curriculum *cur);     /* {nodes: {}, edges: [{from, to}]} */

/* --- weeks and labs ------------------------------------------------------------------------- */

/*
 * Short descriptions of all weeks that load, in order: of the texts the summary, and the ideas' as they
 * are written; a broken one is
 * left out and listed in curriculum_errors.
 */
const json_t *curriculum_weeks(struct curriculum *cur);

/* One week whole, its texts expanded; questions by curriculum_questions. */
const json_t *curriculum_week(struct curriculum *cur, int n);

/* Short descriptions of all labs that exist, sorted by id. */
const json_t *curriculum_labs(struct curriculum *cur);

/* That of one lab; NULL: there is none, or its manifest does not load. */
const json_t *curriculum_brief(struct curriculum *cur, const char *id);

/*
 * Short descriptions of all cards (pages with questions and no lab) that are there, in reading order:
 * [{"id","title","week" (0: before week 1),"questions":[{"id","kind","seed"}]}]; then of the chapters ("deep/d07"),
 * which have "weeks" in the place of "week", and "sections", the names of their nine; then of the tours
 * ("tours/llm.c"), which have "repo", "formerly", "at" (where its files are asked for), "licence", "commit", "date" and
 * "files": [{"path","bytes","sha256","minutes","read":[{"from","why"}]}].
 */
const json_t *curriculum_cards(struct curriculum *cur);

/* Tables, weeks, labs and cards in one evaluation: what the screens need at start. */
bool curriculum_load(struct curriculum *cur);

/*
 * Where curriculum_load may keep its result between starts (a file in the user's cache). Only a
 * load without errors is kept, and it holds as long as no data file changes. Of what is kept, a list or table is read
 * when it is asked for.
 */
void curriculum_keep(struct curriculum *cur, const char *file);

/* A file that curriculum_keep() wrote for data with these texts, on whatever machine; read where nothing is kept. */
void curriculum_shipped(struct curriculum *cur, const char *file);

bool curriculum_has_lab(const struct curriculum *cur, const char *id);

/* The ids of all labs that have a manifest, whatever it says; a new array. */
json_t *curriculum_lab_ids(const struct curriculum *cur);

/* The resolved lab: what the runner and grader read. Hidden cases are drawn from `seed`. */
json_t *curriculum_lab(struct curriculum *cur, const char *id, uint64_t seed);

/* --- pages ---------------------------------------------------------------------------------- */

/*
 * Expanded Markdown. `what`: a lab id (its lesson), "brief:<lab id>", a week ("w07", "7"), or a
 * page id of curriculum_pages ("prelude/02-five-axes") or curriculum_cards, or "glossary".
 */
char *curriculum_lesson(struct curriculum *cur, const char *what);

/*
 * The hardware figures that such a page computes with, by card and name: [{"card","name","figure","value","unit",
 * "source","from","date"}], where `source` is the kind: spec, derived, measured or approx. NULL: no such page.
 */
json_t *curriculum_sources(struct curriculum *cur, const char *what);

/* A file of the data as it is written, by its path below the root ("labs/w01-roofline/lesson.md"); yours. */
char *curriculum_file(struct curriculum *cur, const char *file);

/*
 * A deep dive ("d07", "deep/d07"): {"id","title","markdown","words","sections":[{"title","own_words","quoted_words",
 * "quoted_from"}],"exercises":[{"id","kind"}],"handout" (a plan for an afternoon, when asked for)}. `marks`, or NULL,
 * is what the workbook knows: {"ticked":{"LAB#SECTION":true},"states":{EXERCISE:text},"labs":{LAB:text},
 * "now":"2026-11","unfold": what the line of a folded passage says last}.
 */
json_t *curriculum_chapter(struct curriculum *cur, const char *id, const json_t *marks, bool handout);

/*
 * A tour ("tours/llm.c"): {"id","title","markdown"}. `states` is {PATH: "here"} of the files that the folder `copies`
 * has as the tour wants them: the page shows what it names of those. NULL: nothing is there.
 */
json_t *curriculum_tour(struct curriculum *cur, const char *id, const json_t *states, const char *copies);

/* The lines at which the names that a tour looks for in a file stand in the copy below `copies`, in their order; 0:
 * nowhere. */
json_t *curriculum_tour_lines(struct curriculum *cur, const char *id, const char *path, const char *copies);

/* [{"id","title"}] of the pages below curriculum/prelude, then cards, then deep, then tours. */
json_t *curriculum_pages(struct curriculum *cur);

/* [{"title","text"}]: the tiers of a lab's hints.md, expanded, each more explicit. */
json_t *curriculum_tiers(struct curriculum *cur, const char *lab);

/* --- questions ------------------------------------------------------------------------------ */

/* The public view, with this learner's parameters. */
json_t *curriculum_questions(struct curriculum *cur, const char *owner, uint64_t seed);

/* The same with "expected", "worked" and a text's "rubric": for who prints a book of them, and for nobody who asks. */
json_t *curriculum_solved(struct curriculum *cur, const char *owner, uint64_t seed);

/*
 * {"status": PASS | FAIL | INVALID, "message", "hint", "worked", "expected"}. INVALID is an answer
 * that could not be read: it is no attempt. `answer` is a text as typed, a number, or a list. To a question for a
 * text it may be {"text", "ticks": [numbers of the rubric]}: always PENDING, with "rubric", and with "told" once there
 * are ticks. "worked" and "expected" are there when the answer is right or `reveal` is set, "worked" also when it is
 * told. Options stand in another order for each seed: "given" then says in their words what was chosen, and is what to
 * keep in place of what was typed.
 */
json_t *curriculum_answer(struct curriculum *cur, const char *owner, const char *question,
                          uint64_t seed, const json_t *answer, bool reveal);

/*
 * The same of a question about the learner's own run: `own` is {"attempt","values": {counter: value}}, or {"lack"}, why
 * there is no run, which is the message then. A right answer says which "attempt" it was about. NULL: no such question.
 */
json_t *curriculum_answer_own(struct curriculum *cur, const char *owner, const char *question, uint64_t seed,
                              const json_t *answer, const json_t *own);

/* The same of an answer as it was kept; a bare number of a choice is from the time of one order for everybody. */
json_t *curriculum_answer_again(struct curriculum *cur, const char *owner, const char *question, uint64_t seed,
                                const char *kept);

/*
 * The cost card. `given` is {"prediction id": answer}; the result has for each prediction
 * {"id","axis","unit","status","said","expected","factor","hint"}; what was not given is PENDING.
 */
json_t *curriculum_predict(struct curriculum *cur, const char *lab, const json_t *given);

/* --- the state of the whole ----------------------------------------------------------------- */

/* {"weeks","labs","pages","rows","errors":[{"file","line","message","level"}],"ok":bool} */
json_t *curriculum_lint(struct curriculum *cur);

/* The same of one lab alone, for who changes only that: what another file says of the lab may be left out. */
json_t *curriculum_lint_lab(struct curriculum *cur, const char *id);

/* The same of the labs of one shelf and its pack.lua, and of nothing else. */
json_t *curriculum_lint_shelf(struct curriculum *cur, const char *label);

/*
 * How much of their labs the lessons give away:
 * {"most","labs":[{"lab","own","printed","share","above","numeric","fixed"}],"pages":[{"page","numeric","fixed"}]}.
 * "own" lines has the reference beyond the skeleton and lab.h, "printed" of them stand in the lesson, and are "above"
 * what the lint lets pass (none of the four for a capstone); "fixed" are the numeric questions whose one answer stands
 * there as well. "pages" are the weeks ("w01") and reading cards.
 */
json_t *curriculum_printed(struct curriculum *cur);

/* {"total","implemented","planned","missing","by_source":{},"rows":[{"id","status","by":[]}]} */
json_t *curriculum_map(struct curriculum *cur);

/* --- for the grader ------------------------------------------------------------------------- */

/*
 * Runs an operation over one lab, with one more trusted prelude chunk (a path below the root).
 * `arg` must hold "op" and "id". The value, yours; NULL on failure. Without a lab (NULL) only the hardware cards and
 * the models are there.
 */
json_t *curriculum_run(struct curriculum *cur, const char *lab, const char *chunk,
                       const json_t *arg);

/*
 * curriculum_run() for a caller that must not block: start, pump until false, end. Other operations may run in between;
 * curriculum_error() then speaks of the operation that ended last. NULL when it can't start: curriculum_error says why.
 */
struct evaluation;
struct evaluation *curriculum_start(struct curriculum *cur, const char *lab, const char *chunk,
                                    const json_t *arg);
int curriculum_fd(const struct evaluation *e); /* as luabox_fd */
int curriculum_pump(struct evaluation *e, bool wait); /* as luabox_pump */
double curriculum_age(const struct evaluation *e, char *ret, size_t n); /* as luabox_age */
/* What curriculum_run gives; an evaluation that still runs is killed. NULL gives NULL. */
json_t *curriculum_end(struct evaluation *e);

/* --- for the thread that draws: operations that never block ------------------------------------ */

/*
 * A set of operations whose results are remembered, so that code may ask for a result as if it were there.
 *
 * A turn is the stretch between asides_begin(cur, set) and asides_end(). Within a turn no function of this header
 * waits. An operation whose result the set has returns it. Any other operation is started beside other work and
 * returns NULL, as after a failure, and curriculum_waits() is true from then on. The caller throws away what such a
 * turn has made, pumps the set until asides_pump() is false, and takes the same turn again: the same operation on
 * files with the same texts then finds its result. A turn may be taken several times until all of its operations have
 * results.
 */
struct asides;
struct asides *asides_new(struct curriculum *cur); /* NULL without memory; a turn with NULL for its set blocks */
void asides_clear(struct asides *set);             /* forgets all results and kills the operations that still run */
void asides_free(struct asides *set);              /* NULL is fine */

/* What asides_end() restores: turns may be nested, also turns of the same set. */
struct aside_turn {
    struct asides *before;
    bool waited;
};
struct aside_turn asides_begin(struct curriculum *cur, struct asides *set);
bool asides_end(struct curriculum *cur, struct aside_turn turn); /* was curriculum_waits() true at the turn's end? */
bool curriculum_waits(const struct curriculum *cur);             /* did an operation of this turn find no result yet? */

/* A descriptor that is readable when asides_pump() has something to do, or -1. It may change at each pump. */
int asides_fd(const struct asides *set);
/* Moves all operations on; true while one still runs. Call at times without news, too, for deadlines to be kept. */
bool asides_pump(struct asides *set);
/* Seconds since the oldest operation that still runs began, and in `ret` the file that it reads; 0 and "" when none
 * runs. */
double asides_age(const struct asides *set, char *ret, size_t n);

#endif
