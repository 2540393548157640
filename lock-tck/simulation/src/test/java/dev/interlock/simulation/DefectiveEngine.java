// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An engine of its own, with some classes in another form, and the simulation of it: both are loaded anew, all else is
 * that of the tests.
 */
final class DefectiveEngine extends ClassLoader {

    private static final List<String> ITS_OWN =
            List.of("dev.interlock.internal.", "dev.interlock.memory.", "dev.interlock.simulation.");

    private final Map<String, byte[]> replaced;

    /** An engine in which these classes, by their names, are replaced. */
    DefectiveEngine(Map<String, byte[]> replaced) {
        super(DefectiveEngine.class.getClassLoader());
        this.replaced = replaced;
    }

    /** Runs so many schedules, fewer if one is wrong. */
    Finding search(long schedules) throws ReflectiveOperationException {
        Map.Entry<Long, String> found = make(SearchFromOne.class).apply(schedules);
        return new Finding(found.getKey(), found.getValue());
    }

    /** Runs so many schedules, and returns the traces of those in which no rule finds anything wrong. */
    List<List<String>> traces(long schedules) throws ReflectiveOperationException {
        return make(TracesFromOne.class).apply(schedules);
    }

    /**
     * Runs so many schedules, and small worlds by their texts, and returns how often holds made each move; the classes
     * must count them.
     */
    Map<String, Long> moves(long schedules, List<String> worlds) throws ReflectiveOperationException {
        List<String> arguments = new ArrayList<>(List.of(Long.toString(schedules)));
        arguments.addAll(worlds);
        return make(HoldMoves.class).apply(arguments);
    }

    /** Runs a scenario in every order, or in so many; the classes must report their footprints. */
    ExploredWorld.Result explore(Scenario scenario, long most) throws ReflectiveOperationException {
        return ExploredWorld.Result.of(make(ExploredWorld.class).apply(List.of(scenario.text(), Long.toString(most))));
    }

    /** A new object of a class that simulates this engine. */
    @SuppressWarnings("unchecked") // the same class, loaded by another
    private <A, T> Function<A, T> make(Class<? extends Function<A, T>> simulates) throws ReflectiveOperationException {
        Constructor<?> simulation = loadClass(simulates.getName()).getDeclaredConstructor();
        // Loaded by another, it is in another package, although of the same name.
        simulation.setAccessible(true);
        return (Function<A, T>) simulation.newInstance();
    }

    /**
     * What a search came to.
     *
     * @param schedules how many were run
     * @param what what was wrong in the last of them; empty if nothing was
     */
    record Finding(long schedules, String what) {}

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (ITS_OWN.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = replaced.containsKey(name) ? replaced.get(name) : sound(name);
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] sound(String name) throws ClassNotFoundException {
        try (InputStream stream = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (stream == null) {
                throw new ClassNotFoundException(name);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
