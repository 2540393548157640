// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

/** A situation in which a level of safety holds or breaks, and the rule whose run shows which. */
public enum Situation {
    /** Contention and no fault, seen at the store. */
    SERVER_UNDISTURBED(SafetyLevel.SERVER, Rule.PROC_3, "processes contend and nothing goes wrong"),
    /** The end of a dead holder's grant. */
    SERVER_HOLDER_KILLED(SafetyLevel.SERVER, Rule.PROC_1, "the process that holds the lock is killed"),
    /** Faults at any moment, seen at the store. */
    SERVER_DISTURBED(SafetyLevel.SERVER, Rule.PROC_4, "processes are stopped and killed while they contend"),
    /** A grant across a crash of the store. */
    SERVER_RESTARTED(SafetyLevel.SERVER, Rule.EXP_4, "the store is killed and started again while a lock is held"),
    /** A grant across a jump of the store's clock. */
    SERVER_CLOCK_JUMPED(SafetyLevel.SERVER, Rule.FAULT_1, "the store's wall clock jumps ahead while a lock is held"),
    /** A grant across a fail-over. */
    SERVER_FAILED_OVER(
            SafetyLevel.SERVER, Rule.FAULT_2, "the store's server dies while a lock is held, and another takes over"),
    /** Contention and no fault, seen by the clients. */
    BELIEF_UNDISTURBED(SafetyLevel.BELIEF, Rule.PROC_3, "processes contend and none stalls for longer than its lease"),
    /** A pause that no lock service can prevent. */
    BELIEF_HOLDER_STOPPED(SafetyLevel.BELIEF, Rule.PROC_2, "the holder is stopped past its lease and goes on"),
    /** A pause that a lock delay covers. */
    BELIEF_STOPPED_WITHIN_DELAY(
            SafetyLevel.BELIEF,
            Rule.EXP_5,
            "the holder is stopped past its lease, and goes on while the lock-delay runs"),
    /** A belief across a crash of the store. */
    BELIEF_STORE_RESTARTED(
            SafetyLevel.BELIEF, Rule.EXP_4, "the store is killed and started again while a lock is held"),
    /** The holder's state after a crash of the store. */
    BELIEF_RESTART_TOLD(SafetyLevel.BELIEF, Rule.OBS_5, "after that the holder learns what became of its lock"),
    /** A belief across a jump of the store's clock. */
    BELIEF_CLOCK_JUMPED(SafetyLevel.BELIEF, Rule.FAULT_1, "the store's wall clock jumps ahead while a lock is held"),
    /** A belief across a fail-over. */
    BELIEF_FAILED_OVER(
            SafetyLevel.BELIEF, Rule.FAULT_2, "the store's server dies while a lock is held, and another takes over"),
    /** Effects without a guard and without a fault. */
    EFFECT_UNDISTURBED(
            SafetyLevel.EFFECT, Rule.PROC_3, "no guard; processes contend and none stalls for longer than its lease"),
    /** Effects without a guard, after a pause that a lock delay covers. */
    EFFECT_STOPPED_WITHIN_DELAY(
            SafetyLevel.EFFECT,
            Rule.EXP_5,
            "no guard; the holder is stopped past its lease, and writes while the lock-delay runs"),
    /** Effects without a guard: the control. */
    EFFECT_UNGUARDED(SafetyLevel.EFFECT, Rule.PROC_2, "no guard; the holder is stopped past its lease and then writes"),
    /** Effects behind a guard. */
    EFFECT_GUARDED(
            SafetyLevel.EFFECT, Rule.PROC_2, "guarded by tokens; the holder is stopped past its lease and then writes"),
    /** Effects behind a guard, and faults at any moment. */
    EFFECT_DISTURBED(
            SafetyLevel.EFFECT, Rule.PROC_4, "guarded by tokens; processes are stopped and killed while they contend"),
    /** Effects behind a guard, and a jump of the store's clock. */
    EFFECT_CLOCK_JUMPED(
            SafetyLevel.EFFECT,
            Rule.FAULT_1,
            "guarded by tokens; the store's wall clock jumps ahead while a lock is held"),
    /** Effects behind a guard, and a fail-over. */
    EFFECT_FAILED_OVER(
            SafetyLevel.EFFECT,
            Rule.FAULT_2,
            "guarded by tokens; the store's server dies while a lock is held, and another takes over"),
    /** Effects behind a guard, after the store lost its data. */
    EFFECT_DATA_LOST(
            SafetyLevel.EFFECT,
            Rule.TOK_4,
            "the store of the locks loses its data; guards need tokens that go on growing");

    private final SafetyLevel level;
    private final Rule rule;
    private final String description;

    Situation(SafetyLevel level, Rule rule, String description) {
        this.level = level;
        this.rule = rule;
        this.description = description;
    }

    /**
     * Returns the level of safety that the situation tests.
     *
     * @return the level
     */
    public SafetyLevel level() {
        return level;
    }

    /**
     * Returns the rule that shows the situation.
     *
     * @return the only rule that publishes findings about this situation
     */
    public Rule rule() {
        return rule;
    }

    /**
     * Returns a description of the situation.
     *
     * @return a description
     */
    public String description() {
        return description;
    }
}
