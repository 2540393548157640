// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

/** A situation in which a guarantee holds or not, and the rule whose run shows which of both. */
public enum Situation {
    /** Contention and no fault, seen at the store. */
    SERVER_UNDISTURBED(Guarantee.SERVER, Rule.PROC_3, "processes contend and nothing goes wrong"),
    /** The end of a dead holder's grant. */
    SERVER_HOLDER_KILLED(Guarantee.SERVER, Rule.PROC_1, "the process that holds the lock is killed"),
    /** Faults at any moment, seen at the store. */
    SERVER_DISTURBED(Guarantee.SERVER, Rule.PROC_4, "processes are stopped and killed while they contend"),
    /** A grant across a crash of the store. */
    SERVER_RESTARTED(Guarantee.SERVER, Rule.EXP_4, "the store is killed and started again while a lock is held"),
    /** A grant across a jump of the store's clock. */
    SERVER_CLOCK_JUMPED(Guarantee.SERVER, Rule.FAULT_1, "the store's wall clock jumps ahead while a lock is held"),
    /** A grant across a fail-over. */
    SERVER_FAILED_OVER(
            Guarantee.SERVER, Rule.FAULT_2, "the store's server dies while a lock is held, and another takes over"),
    /** Contention and no fault, seen by the clients. */
    BELIEF_UNDISTURBED(Guarantee.BELIEF, Rule.PROC_3, "processes contend and none stalls for longer than its lease"),
    /** The pause that no lock service can cure. */
    BELIEF_HOLDER_STOPPED(Guarantee.BELIEF, Rule.PROC_2, "the holder is stopped past its lease and goes on"),
    /** A belief across a crash of the store. */
    BELIEF_STORE_RESTARTED(Guarantee.BELIEF, Rule.EXP_4, "the store is killed and started again while a lock is held"),
    /** What the holder hears of a crash of the store. */
    BELIEF_RESTART_TOLD(Guarantee.BELIEF, Rule.OBS_5, "after that the holder learns what became of its lock"),
    /** A belief across a jump of the store's clock. */
    BELIEF_CLOCK_JUMPED(Guarantee.BELIEF, Rule.FAULT_1, "the store's wall clock jumps ahead while a lock is held"),
    /** A belief across a fail-over. */
    BELIEF_FAILED_OVER(
            Guarantee.BELIEF, Rule.FAULT_2, "the store's server dies while a lock is held, and another takes over"),
    /** Effects without a guard and without a fault. */
    EFFECT_UNDISTURBED(
            Guarantee.EFFECT, Rule.PROC_3, "no guard; processes contend and none stalls for longer than its lease"),
    /** Effects without a guard: the control. */
    EFFECT_UNGUARDED(Guarantee.EFFECT, Rule.PROC_2, "no guard; the holder is stopped past its lease and then writes"),
    /** Effects behind a guard. */
    EFFECT_GUARDED(
            Guarantee.EFFECT, Rule.PROC_2, "guarded by tokens; the holder is stopped past its lease and then writes"),
    /** Effects behind a guard, and faults at any moment. */
    EFFECT_DISTURBED(
            Guarantee.EFFECT, Rule.PROC_4, "guarded by tokens; processes are stopped and killed while they contend"),
    /** Effects behind a guard, and a jump of the store's clock. */
    EFFECT_CLOCK_JUMPED(
            Guarantee.EFFECT,
            Rule.FAULT_1,
            "guarded by tokens; the store's wall clock jumps ahead while a lock is held"),
    /** Effects behind a guard, and a fail-over. */
    EFFECT_FAILED_OVER(
            Guarantee.EFFECT,
            Rule.FAULT_2,
            "guarded by tokens; the store's server dies while a lock is held, and another takes over"),
    /** What a guard compares. */
    EFFECT_DATA_LOST(
            Guarantee.EFFECT,
            Rule.TOK_4,
            "the store of the locks loses its data; guards need tokens that go on growing");

    private final Guarantee guarantee;
    private final Rule rule;
    private final String words;

    Situation(Guarantee guarantee, Rule rule, String words) {
        this.guarantee = guarantee;
        this.rule = rule;
        this.words = words;
    }

    /**
     * What holds in it, or does not.
     *
     * @return the guarantee
     */
    public Guarantee guarantee() {
        return guarantee;
    }

    /**
     * The rule that shows it.
     *
     * @return the only rule that publishes findings about this situation
     */
    public Rule rule() {
        return rule;
    }

    /**
     * What happens in it.
     *
     * @return in words
     */
    public String words() {
        return words;
    }
}
