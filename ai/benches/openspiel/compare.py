"""Compares the tree with OpenSpiel's C++ MCTS bot and prints a table; fails below the ratios that are promised.

compare.py BENCH SIMULATIONS, where BENCH is the program built from ai/benches/boards.rs. Both sides are measured in
seconds of processor time, turn and turn about, so that other work on the machine does not count.
"""

import resource
import statistics
import subprocess
import sys
import time

import pyspiel

CONSTANT = 1.414
ROUNDS = 5
SEARCHES = 40
# Name here, game of OpenSpiel, least ratio at 10,000 simulations (none where the boards differ most).
GAMES = [("tic_tac_toe", "tic_tac_toe", 1.5), ("connect_four", "connect_four", None), ("pig", "pig(players=3)", 2.0)]


def ours(bench: str, name: str, simulations: int) -> float:
    """Simulations per second of the whole program; to start it takes a few milliseconds."""
    options = {"--game": name, "--simulations": simulations, "--constant": CONSTANT, "--searches": SEARCHES}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([bench, *(str(word) for pair in options.items() for word in pair)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return SEARCHES * simulations / spent


def theirs(name: str, simulations: int) -> float:
    """Simulations per second of searches from the beginning."""
    game = pyspiel.load_game(name)
    spent = 0.0
    for seed in range(SEARCHES):
        rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        bot = pyspiel.MCTSBot(
            game, rollouts, uct_c=CONSTANT, max_simulations=simulations, max_memory_mb=0, solve=False, seed=seed,
            verbose=False,
        )
        state = game.new_initial_state()
        begun = time.process_time()
        bot.step(state)
        spent += time.process_time() - begun
    return SEARCHES * simulations / spent


def main() -> int:
    bench, simulations = sys.argv[1], int(sys.argv[2])
    print(f"{simulations} simulations a search, constant {CONSTANT}, one thread; medians of {ROUNDS} rounds\n")
    print("| game | simulations/s | OpenSpiel C++ | ratio | least |\n|---|---|---|---|---|")
    failed = False
    for name, game, least in GAMES:
        rounds = [(ours(bench, name, simulations), theirs(game, simulations)) for _ in range(ROUNDS)]
        mine, other = (statistics.median(side) for side in zip(*rounds))
        ratio = statistics.median(one / two for one, two in rounds)
        failed |= least is not None and ratio < least
        print(f"| {game} | {mine:,.0f} | {other:,.0f} | {ratio:.2f} | {least or ''} |", flush=True)
    return int(failed)


sys.exit(main())
