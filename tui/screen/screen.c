/* The loop: keys, timers, signals, frames; and the terminal, given back whatever happens. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "screen.h"
#include "screen_impl.h"
#include "tui.h"


enum { FRAME_MS = 30, KEYS_AT_ONCE = 256, MUTE_MAX = 100, SAVE_S = 30 };

int screen_ascii(const struct screen *s)
{
    return s->ascii;
}

int64_t screen_now(const struct screen *s)
{
    return s->pinned ? s->pinned : app_now();
}

void screen_touch(struct screen *s)
{
    s->dirty = 1;
}

/* ---- the terminal --------------------------------------------------------------- */

static void take_size(struct screen *s)
{
    struct winsize w;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) && w.ws_row && w.ws_col &&
        (w.ws_row != LINES || w.ws_col != COLS))
        resizeterm(w.ws_row, w.ws_col);
    s->h = LINES;
    s->w = COLS;
}

void screen_resize(struct screen *s, int h, int w)
{
    resizeterm(h, w);
    s->h = LINES;
    s->w = COLS;
    screen_layout(s);
    s->urgent = 1;
    screen_touch(s);
}

/* A script needs no terminal: curses draws for a common one and writes to nowhere. */
static SCREEN *terminal_to_nowhere(struct screen *s)
{
    s->nowhere[0] = fopen("/dev/null", "r");
    s->nowhere[1] = fopen("/dev/null", "w");
    return s->nowhere[0] && s->nowhere[1] ? newterm("xterm-256color", s->nowhere[1], s->nowhere[0]) : NULL;
}

static int terminal_open(struct screen *s)
{
    const char *term = s->detached ? "xterm-256color" : getenv("TERM");
    s->terminal = s->detached ? terminal_to_nowhere(s) : newterm(NULL, stdout, stdin);
    if (!s->terminal) {
        app_fail(s->app, APP_CONFIG,
                 "This terminal's type (TERM=%s) is not known here. Try TERM=xterm, or the plain "
                 "commands: `ridge help`.",
                 term ? term : "");
        return -1;
    }
    set_term(s->terminal);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    set_escdelay(25);
    theme_setup(s);
    input_open(s);
    input_resume(s);
    if (s->detached)
        screen_resize(s, 24, 80);
    else
        take_size(s);
    return 0;
}

static void terminal_close(struct screen *s)
{
    input_suspend(s);
    if (!s->away)
        endwin();
    delscreen(s->terminal);
    modes_back(s);
}

void screen_suspend(struct screen *s)
{
    if (s->away)
        return;
    s->away = 1;
    if (!s->detached)
        uv_poll_stop(&s->keys);
    curs_set(0); /* else hiding it would precede taking the screen back, and some terminals give that back too */
    def_prog_mode();
    input_suspend(s);
    endwin();
    modes_back(s);
}

void screen_resume(struct screen *s)
{
    if (!s->away)
        return;
    s->away = 0;
    reset_prog_mode();
    input_resume(s);
    clearok(curscr, TRUE);
    if (!s->detached)
        take_size(s);
    screen_layout(s);
    keys_start(s);
    s->urgent = 1;
    screen_touch(s);
}

/* ---- signals -------------------------------------------------------------------- */

static void leave(struct screen *s)
{
    if (s->editing)
        uv_process_kill(&s->editor, SIGHUP); /* editors save what is not saved */
    s->quit = 1;
    s->code = APP_INTERRUPTED;
}

/* Ctrl-C ends what is under way, and Ridge only after a question: never by accident. */
static void interrupt(struct screen *s)
{
    if (s->editing)
        return; /* meant for the editor */
    s->urgent = 1;
    screen_touch(s);
    if (s->detached || !s->top || (!s->top->below && !reading_ready(s->top))) {
        leave(s);
    } else if (s->prompt.active) {
        if (prompt_interrupt(s))
            leave(s);
    } else if (s->run.running) {
        run_stop(s);
        screen_say(s, STYLE_STRONG, "The run of %s is stopped; nothing was recorded.", s->run.lab);
    } else if (!s->top->below) {
        prompt_leave(s);
    } else {
        screen_say(s, STYLE_TEXT, "Ctrl-C stops a run, and none goes on. q goes back, Q leaves Ridge.");
    }
}

static void stop_here(struct screen *s)
{
    int editing = s->editing;
    if (!editing)
        screen_suspend(s);
    raise(SIGSTOP); /* goes on when the shell says so */
    if (!editing)
        screen_resume(s);
}

static void on_signal(struct screen *s, int sig)
{
    switch (sig) {
    case SIGWINCH:
        if (!s->away && !s->detached) {
            take_size(s);
            screen_layout(s);
            clearok(curscr, TRUE);
            s->urgent = 1;
            screen_touch(s);
        }
        break;
    case SIGTSTP:
        stop_here(s);
        break;
    case SIGCONT: /* stopped from outside: the modes of the terminal may be another's now */
        if (!s->away) {
            reset_prog_mode();
            input_resume(s);
            clearok(curscr, TRUE);
            screen_touch(s);
        }
        break;
    case SIGINT:
        interrupt(s);
        break;
    default:
        leave(s);
    }
}

static const int caught[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP};
enum { CAUGHT = sizeof caught / sizeof caught[0] };

static struct {
    pid_t pid;
    int pipe[2];
    struct sigaction before[CAUGHT];
} signals;

/*
 * A byte into a pipe that the loop reads. libuv's own handler does the same, but between fork() and
 * exec() a child would write into its parent's pipe: a run that is stopped in its first millisecond
 * would then end the workbook. Here a child dies of the signal, as it should.
 */
static void on_async(int sig)
{
    int keep = errno;
    unsigned char byte = (unsigned char)sig;
    if (getpid() == signals.pid) {
        ssize_t n = write(signals.pipe[1], &byte, 1);
        (void)n; /* a full pipe has plenty of the same in it */
    } else if (sig != SIGTSTP) { /* a process that waits for a stopped child could not stop */
        signal(sig, SIG_DFL);
        raise(sig);
    }
    errno = keep;
}

static void on_signal_pipe(uv_poll_t *h, int status, int events)
{
    unsigned char bytes[64];
    ssize_t n = read(signals.pipe[0], bytes, sizeof bytes);
    (void)status;
    (void)events;
    for (ssize_t k = 0; k < n; k++)
        on_signal(h->data, bytes[k]);
}

static void signals_back(void)
{
    for (int k = 0; k < CAUGHT; k++)
        sigaction(caught[k], &signals.before[k], NULL);
    close(signals.pipe[0]);
    close(signals.pipe[1]);
}

/* Before ncurses looks: a SIGTSTP that ncurses finds at its default is taken, and ignored wherever a frame is drawn, so
 * that a Ctrl-Z would be lost. What comes before the loop waits in the pipe. */
static int signals_catch(void)
{
    struct sigaction sa = {.sa_handler = on_async, .sa_flags = SA_RESTART};
    if (pipe2(signals.pipe, O_CLOEXEC | O_NONBLOCK))
        return -1;
    signals.pid = getpid();
    for (int k = 0; k < CAUGHT; k++)
        sigaction(caught[k], &sa, &signals.before[k]);
    return 0;
}

static void signals_watch(struct screen *s)
{
    uv_poll_init(&s->loop, &s->signals, signals.pipe[0]);
    s->signals.data = s;
    uv_poll_start(&s->signals, UV_READABLE, on_signal_pipe);
}

/* ---- keys and frames ------------------------------------------------------------ */

void screen_key(struct screen *s, int is_code, wint_t key)
{
    struct view *v = s->top;
    char name[32];
    if (is_code && key == KEY_RESIZE)
        return;
    s->urgent = s->moved = 1;
    if (input_key(s, is_code, key))
        return;
    if (s->prompt.active) {
        prompt_key(s, is_code, key);
        return;
    }
    if (reading_key(s, is_code, key))
        return;
    s->say[0] = 0;
    screen_touch(s);
    enum action a = action_of_key(GROUP_ALL | GROUP_MOVE | v->ops->groups, is_code, key);
    if (!a || !screen_action(s, a))
        screen_say(s, STYLE_TEXT, "%s does nothing here; ? lists the keys.",
                   name_of_key(is_code, key, name, sizeof name));
}

/* Esc with more behind it at once is no Esc: Alt and a key, or a key that this terminal's description lacks. Such a key
 * means nothing here; the mouse and the clipboard still do. 1: it was none. */
static int was_no_escape(struct screen *s)
{
    wint_t key;
    int rc = get_wch(&key);
    if (rc == ERR)
        return 0;
    if (rc == KEY_CODE_YES) {
        input_key(s, 1, key);
    } else if (key == 27) {
        unget_wch(key);
        return 0;
    } else if (key == '[' || key == 'O') {
        while (get_wch(&key) == OK && (key < '@' || key > '~') && key >= ' ')
            ;
    }
    return 1;
}

static void on_keys(uv_poll_t *h, int status, int events)
{
    struct screen *s = h->data;
    struct pollfd f = {STDIN_FILENO, POLLIN, 0};
    wint_t key;
    int rc, n = 0;
    (void)status;
    (void)events;
    if (reading_holds(s))
        return;
    while (!s->quit && !s->away && !reading_holds(s) && n < KEYS_AT_ONCE && (rc = get_wch(&key)) != ERR) {
        n++;
        if (rc == OK && key == 27 && !s->pasting && was_no_escape(s))
            continue;
        screen_key(s, rc == KEY_CODE_YES, key);
    }
    s->mute = n ? 0 : s->mute + 1;
    if (!n && ((poll(&f, 1, 0) > 0 && (f.revents & (POLLHUP | POLLERR | POLLNVAL))) ||
               s->mute > MUTE_MAX))
        leave(s); /* the terminal went away without a word */
}

void keys_stop(struct screen *s)
{
    if (!s->detached)
        uv_poll_stop(&s->keys);
}

/* Not from under an editor, which has the terminal, nor before the page that keys wait for. */
void keys_start(struct screen *s)
{
    if (!s->detached && !s->away && !s->held)
        uv_poll_start(&s->keys, UV_READABLE | UV_DISCONNECT, on_keys);
}

static void nothing(uv_timer_t *h)
{
    (void)h;
}

void screen_frame(struct screen *s)
{
    if (s->stale && s->top->ops->live)
        view_fill(s->top);
    reading_drawn(s);
    s->dirty = s->urgent = s->stale = 0;
    s->drawn = uv_now(&s->loop);
    screen_draw(s);
    wnoutrefresh(stdscr);
    doupdate();
}

static void on_frame(uv_prepare_t *h)
{
    struct screen *s = h->data;
    if (s->quit) {
        uv_stop(&s->loop);
        return;
    }
    if (!s->dirty || s->away || reading_holds(s))
        return;
    uint64_t now = uv_now(&s->loop), since = now - s->drawn;
    if (!s->urgent && since < FRAME_MS) {
        uv_timer_start(&s->later, nothing, FRAME_MS - since, 0);
        return;
    }
    screen_frame(s);
}

static void on_clock(uv_timer_t *h)
{
    struct screen *s = h->data;
    static int64_t minute;
    static int ticks;
    if (minute != screen_now(s) / 60000) {
        minute = screen_now(s) / 60000;
        screen_touch(s);
    }
    if (s->app->db && !s->app_run && !s->prompt.active && db_changed(s->app->db))
        view_reload(s->top); /* a command in another window */
    if (s->top->ops->tick && reading_ready(s->top) && !reading_goes_on(s->top) && !s->prompt.active)
        screen_act(s, s->top->ops->tick(s->top));
    if (++ticks % SAVE_S == 0 && s->moved) {
        s->moved = 0;
        state_save(s);
    }
}

/* ---- main ----------------------------------------------------------------------- */

static void loop_open(struct screen *s)
{
    uv_loop_init(&s->loop);
    if (!s->detached) {
        /* libuv makes what it polls non-blocking, and the flag belongs to the shell's and the editor's
         * terminal too, where it would make their reads and our own writes fail */
        int flags = fcntl(STDIN_FILENO, F_GETFL);
        uv_poll_init(&s->loop, &s->keys, STDIN_FILENO);
        fcntl(STDIN_FILENO, F_SETFL, flags);
        s->keys.data = s;
        keys_start(s);
    }
    uv_prepare_init(&s->loop, &s->frame);
    uv_timer_init(&s->loop, &s->clock);
    uv_timer_init(&s->loop, &s->later);
    s->frame.data = s->clock.data = s->later.data = s;
    uv_prepare_start(&s->frame, on_frame);
    uv_timer_start(&s->clock, on_clock, 1000, 1000);
    run_init(s);
    reading_init(s);
    signals_watch(s);
}

static void close_handle(uv_handle_t *h, void *arg)
{
    (void)arg;
    if (!uv_is_closing(h))
        uv_close(h, NULL);
}

static void loop_close(struct screen *s)
{
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    signals_back();
}

void screen_notice(struct screen *s)
{
    if (s->app->notice[0])
        screen_say(s, STYLE_STRONG, "%s", s->app->notice);
    s->app->notice[0] = 0;
}

static void run(struct screen *s)
{
    loop_open(s);
    state_load(s);
    screen_notice(s);
    if (s->interrupted && *s->interrupted)
        leave(s);
    if (s->top) {
        screen_touch(s);
        if (s->script)
            script_start(s);
        else if (s->detached)
            plain_start(s);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        state_save(s);
    } else {
        s->code = APP_CONFIG;
    }
    s->quit = 1;
    terminal_close(s); /* first: ending a run may take a moment */
    if (s->code == APP_CONFIG)
        fprintf(stderr, "ridge: %s\n", s->app->error);
    run_finish(s);
    views_free(s);
    loop_close(s);
}

static void screen_free(struct screen *s)
{
    for (int k = 0; k < 2; k++)
        if (s->nowhere[k])
            fclose(s->nowhere[k]);
    script_close(s);
    json_decref(s->places);
    json_decref(s->restore);
    json_decref(s->left);
    free(s);
}

int tui_main(struct app *a, const struct tui_options *o)
{
    struct screen *s = calloc(1, sizeof *s);
    const char *now = getenv("RIDGE_NOW");
    if (!s)
        return app_fail(a, APP_OURS, "There is not enough memory.");
    s->app = a;
    s->ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    s->pinned = now ? strtoll(now, NULL, 10) * 1000 : 0;
    s->places = json_object();
    if (s->pinned && a->db)
        db_set_clock(a->db, s->pinned);
    s->detached = o->script || o->plain;
    s->interrupted = o->interrupted;
    s->commands = o->commands;
    s->pages = o->pages;
    if (o->script && script_open(s, o->script)) {
        fprintf(stderr, "ridge: %s\n", a->error);
        screen_free(s);
        return APP_USAGE;
    }
    modes_save();
    if (signals_catch()) {
        fprintf(stderr, "ridge: no pipe for signals: %s\n", strerror(errno));
        screen_free(s);
        return APP_OURS;
    }
    if (terminal_open(s)) {
        fprintf(stderr, "ridge: %s\n", a->error);
        signals_back();
        screen_free(s);
        return APP_CONFIG;
    }
    crash_guard(s);
    run(s);
    crash_unguard();
    int code = s->code;
    screen_free(s);
    return code;
}
