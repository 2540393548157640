// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields and collections that a step has read or written. Two steps of different threads can change places, and
 * nothing else changes, unless one of them writes what the other one touches. {@link FootprintRecorder} makes classes
 * report what they touch; public, because these are in other packages. One thread at a time may use this class, which
 * each class loader has for itself.
 */
public final class Footprint {

    /** Of objects, in the order in which the run met them. So a run with the same beginning gives the same numbers. */
    private static IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();

    private static @Nullable Footprint recorded;

    private final int before = numbers.size();
    private final Map<Long, Boolean> places = new HashMap<>();

    /** Whether it touched an object that was not known before, although the step did not make it. */
    private boolean unclear;

    private Footprint() {}

    /** A run begins: no object is known. */
    static void beginRun() {
        numbers = new IdentityHashMap<>();
        recorded = null;
    }

    /** A step begins. */
    static Footprint begin() {
        Footprint begun = new Footprint();
        recorded = begun;
        return begun;
    }

    /** The step is over: what is touched until the next one belongs to none. */
    static void end() {
        recorded = null;
    }

    /** An object exists; it gets its number now. */
    public static void made(@Nullable Object object) {
        if (object != null) {
            number(object);
        }
    }

    /** A field, or a collection if the number of the field is 0, is read. */
    public static void reads(Object owner, int field) {
        touches(owner, field, false);
    }

    /** A field, or a collection if the number of the field is 0, is written. */
    public static void writes(Object owner, int field) {
        touches(owner, field, true);
    }

    private static void touches(Object owner, int field, boolean writes) {
        Footprint step = recorded;
        if (step != null) {
            step.unclear |= !numbers.containsKey(owner);
            long place = (long) number(owner) << Integer.SIZE | (field & 0xFFFF_FFFFL);
            step.places.merge(place, writes, Boolean::logicalOr);
        }
    }

    private static int number(Object object) {
        return numbers.computeIfAbsent(object, added -> numbers.size());
    }

    /** The places, each with whether it was written. */
    Map<Long, Boolean> places() {
        return places;
    }

    /** The same without the objects that the step made itself: another run gives their numbers to other objects. */
    Footprint ofKnownObjects() {
        Footprint known = new Footprint();
        known.unclear = unclear;
        places.forEach((place, written) -> {
            if ((place >> Integer.SIZE) < before) {
                known.places.put(place, written);
            }
        });
        return known;
    }

    /** Whether they cannot change places, or it is not clear that they can, as their numbers may mean other objects. */
    boolean conflictsWith(Footprint other) {
        if (unclear || other.unclear) {
            return true;
        }
        Map<Long, Boolean> fewer = places.size() < other.places.size() ? places : other.places;
        Map<Long, Boolean> more = fewer == places ? other.places : places;
        return fewer.entrySet().stream().anyMatch(place -> {
            Boolean written = more.get(place.getKey());
            return written != null && (written || place.getValue());
        });
    }
}
