// The forms that public repositories write their minimums in, read one file at a time.
import type { Files, Minimum } from '../../../src/code/minimums/reading/files.ts';
import { readMinimums } from '../../../src/code/minimums/reading/minimums.ts';
import { app, projectOf } from '../../support/xcode-project.ts';

const filesOf = (files: Readonly<Record<string, string>>): Files => ({
  paths: Object.keys(files),
  read: (path) => Promise.resolve(files[path] ?? null),
});

const shown = ({ platform, target, kind, declared: { version, place } }: Minimum) =>
  `${kind} ${platform} ${target} ${version} ${place.file}:${place.line}`;

async function read(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await readMinimums(filesOf(files))).map(shown);
}

const gradle = (minSdk: string, plugin = "apply plugin: 'com.android.application'") =>
  `${plugin}\nandroid {\n  defaultConfig {\n    applicationId "a.b"\n    ${minSdk}\n  }\n}\n`;

describe('a minimum is read from', () => {
  test.each([
    ["platform :ios, '16.0'\ntarget 'Runner' do\nend\n", ['app iOS Runner 16.0 ios/Podfile:1']],
    ["# platform :ios, '12.0'\nplatform :osx, '10.15'\n", ['app macOS ios 10.15 ios/Podfile:2']],
    ['platform :ios, min_ios_version_supported\n', []],
    [
      "=begin\nplatform :ios, '16.0'\n=end\nplatform :ios, '14.0'\ntarget 'App' do\nend\n",
      ['app iOS App 14.0 ios/Podfile:4'],
    ],
    [
      "platform :ios, '14.0'\npost_install do |i|\n  c['IPHONEOS_DEPLOYMENT_TARGET'] = '15.0'\nend\n",
      ['app iOS ios 14.0 ios/Podfile:1'],
    ],
    [
      "if ENV['CI']\n  platform :ios, '15.0'\nend\ntarget 'App' do\n  platform :ios, '14'\nend\n",
      ['app iOS App 14.0 ios/Podfile:5'],
    ],
  ])('a Podfile: %j', async (source, expected) => {
    expect(await read({ 'ios/Podfile': source })).toEqual(expected);
  });

  test.each([
    [
      "Pod::Spec.new do |s|\n  s.name = 'Kit'\n  s.ios.deployment_target = '15.0'\nend\n",
      ['library iOS Kit 15.0 Kit.podspec:3'],
    ],
    ["s.platforms = { :ios => '13.4' }\n", ['library iOS  13.4 Kit.podspec:1']],
    [
      "s.name = 'Kit'\ns.platforms = { ios: '13.4', osx: '10.15' }\n",
      ['library iOS Kit 13.4 Kit.podspec:2', 'library macOS Kit 10.15 Kit.podspec:2'],
    ],
    ['s.platforms = { :ios => min_ios_version_supported }\n', []],
  ])('a podspec: %j', async (source, expected) => {
    expect(await read({ 'Kit.podspec': source })).toEqual(expected);
  });

  test.each([
    [
      'let package = Package(\n  name: "Kit",\n  platforms: [\n    .iOS(.v16),\n    .macOS("14"), // .tvOS(.v9)\n  ],\n  products: [.library(name: "Kit", targets: [])]\n)',
      ['library iOS Kit 16.0 Package.swift:4', 'library macOS Kit 14.0 Package.swift:5'],
    ],
    [
      'Package(name: "T", platforms: [.macOS(.v10_15)], targets: [.executableTarget(name: "T")])',
      ['other macOS T 10.15 Package.swift:1'],
    ],
    [
      'Package(name: "P", platforms: [.iOS("16.4")], products: [.iOSApplication(name: "P")])',
      ['app iOS P 16.4 Package.swift:1'],
    ],
    ['Package(name: "N")', []],
  ])('a Swift package: %j', async (source, expected) => {
    expect(await read({ 'Package.swift': source })).toEqual(expected);
  });

  test.each([
    ['minSdkVersion 24', 'app Android app 7.0 android/app/build.gradle:5'],
    ['minSdk = 37', 'app Android app 17 android/app/build.gradle:5'],
    ['minSdk = 26', 'app Android app 8.0 android/app/build.gradle:5'],
    ['minSdk 23 // 24 with tablets', 'app Android app 6.0 android/app/build.gradle:5'],
    ["minSdk = Integer.parseInt('28')", null],
    ['minSdkVersion flutter.minSdkVersion', null],
    ['minSdkVersion rootProject.ext.minSdkVersion', 'app Android app 8.0 android/build.gradle:3'],
    ["minSdk safeExtGet('minSdkVersion', 21)", 'app Android app 8.0 android/build.gradle:3'],
    [
      'minSdk = libs.versions.min.sdk.get().toInt()',
      'app Android app 12 android/gradle/libs.versions.toml:2',
    ],
    [
      'minSdk {\n  version = release(libs.versions.min.sdk.get().toInt())\n}',
      'app Android app 12 android/gradle/libs.versions.toml:2',
    ],
    ['minSdk = Versions.MIN_SDK', 'app Android app 10 android/buildSrc/src/main/kotlin/Versions.kt:2'],
    ['minSdkVersion project.property("app.minSdk") as Integer', null],
    ['minSdk = minSdkOfAll.toInteger()', 'app Android app 13 android/gradle.properties:1'],
  ])('a module: %j', async (minSdk, expected) => {
    const found = await read({
      'android/settings.gradle': "include ':app'",
      'android/build.gradle': 'buildscript {\n  ext {\n    minSdkVersion = 26\n  }\n}\n',
      'android/gradle.properties': 'minSdkOfAll=33\n',
      'android/gradle/libs.versions.toml': '[versions]\nmin-sdk = "31"\n',
      'android/buildSrc/src/main/kotlin/Versions.kt': 'object Versions {\n  const val MIN_SDK = 29\n}\n',
      'android/app/build.gradle': gradle(minSdk),
    });
    expect(found).toEqual(expected === null ? [] : [expected]);
  });

  test('a module of Kotlin with a catalog, one without the application plugin, and an included file', async () => {
    const found = await read({
      'settings.gradle.kts': '',
      'app/build.gradle.kts':
        'plugins { alias(libs.plugins.android.application) }\nandroid { defaultConfig { minSdk = 30 } }\n',
      'data/build.gradle.kts':
        'plugins { id("com.android.library") }\nandroid { defaultConfig { minSdk = 21 } }\n',
      'wear/build.gradle': 'apply plugin: "com.android.application"\napply from: "../shared.gradle"\n',
      'shared.gradle': 'android {\n  defaultConfig { minSdk 28 }\n}\n',
    });
    expect(found.toSorted()).toEqual([
      'app Android app 11 app/build.gradle.kts:2',
      'app Android wear 9 shared.gradle:2',
      'library Android data 5.0 data/build.gradle.kts:2',
    ]);
  });

  test('the minimum of each flavor of a module, by a constant of the file', async () => {
    const source = `val MIN_SDK_FOSS = 24
plugins { id("com.android.application") }
android {
  defaultConfig { minSdk = 26 }
  productFlavors { create("foss") { minSdk = MIN_SDK_FOSS } }
}`;
    expect(await read({ 'app/build.gradle.kts': source })).toEqual([
      'app Android app 8.0 app/build.gradle.kts:4',
      'app Android app (foss) 7.0 app/build.gradle.kts:1',
    ]);
  });

  test('none of several constants of one name', async () => {
    const found = await read({
      'app/build.gradle.kts':
        'plugins { id("com.android.application") }\nandroid { defaultConfig { minSdk = Phone.minSdk } }\n',
      'buildSrc/src/main/kotlin/Config.kt':
        'object Wear { const val minSdk = 30 }\nobject Phone { const val minSdk = 24 }\n',
    });
    expect(found).toEqual([]);
  });

  test('the plugins of a build, for a module that sets none', async () => {
    const found = await read({
      'app/build.gradle.kts': 'plugins { id("example.android.application") }\nandroid { namespace = "a" }\n',
      'build-logic/convention/src/main/kotlin/AndroidApplication.kt':
        'fun configure() {\n  defaultConfig.minSdk = 23\n}\n',
    });

    expect(found).toEqual([
      'app Android app 6.0 build-logic/convention/src/main/kotlin/AndroidApplication.kt:2',
    ]);
  });

  test('the plugins of an included build, through the catalog of the whole', async () => {
    const found = await read({
      'settings.gradle.kts': '',
      'gradle/libs.versions.toml': '[versions]\nandroidSdk-min = "23"\n',
      'app/build.gradle.kts': 'plugins { alias(libs.plugins.home.android.application) }\nandroid { }\n',
      'build-logic/settings.gradle.kts': '',
      'build-logic/src/main/kotlin/AndroidCommon.kt':
        'fun f() { minSdk = libs.versions.androidSdk.min.get().toInt() }\n',
    });
    expect(found).toEqual(['app Android app 6.0 gradle/libs.versions.toml:2']);
  });

  test.each([
    ['^44', ['app macOS notes 13.0 package.json:1']],
    ['38.2.0', ['app macOS notes 12.0 package.json:1']],
    ['~27.0.0', ['app macOS notes 10.15 package.json:1']],
    ['latest', []],
    ['9.4.4', []],
    ['39.0.0-beta.1', ['app macOS notes 12.0 package.json:1']],
  ])('Electron %s', async (range, expected) => {
    const json = JSON.stringify({ name: 'notes', devDependencies: { electron: range } });
    expect(await read({ 'package.json': json })).toEqual(expected);
  });

  test.each([
    [
      'name: Kiwix\noptions:\n  deploymentTarget:\n    iOS: 17.6\n    macOS: 14.6\ntargets:\n  Kiwix:\n    type: application\n    supportedDestinations: [iOS, macOS]\n  Tests:\n    type: bundle.unit-test\n    platform: iOS\n',
      [
        'app iOS Kiwix 17.6 project.yml:4',
        'app macOS Kiwix 14.6 project.yml:5',
        'other iOS Tests 17.6 project.yml:4',
      ],
    ],
    [
      'options: { deploymentTarget: { iOS: "16.0" } }\ntargets:\n  A:\n    type: application\n    platform: iOS\n    deploymentTarget: "16.10"\n',
      ['app iOS A 16.10 project.yml:6'],
    ],
    [
      'settings:\n  base:\n    IPHONEOS_DEPLOYMENT_TARGET: 18.10\ntargetTemplates:\n  App:\n    type: application\n    platform: iOS\ntargets:\n  A:\n    templates: [App]\n',
      ['app iOS A 18.10 project.yml:3'],
    ],
  ])('XcodeGen: %j', async (source, expected) => {
    expect(await read({ 'project.yml': source })).toEqual(expected);
  });

  test("XcodeGen's included files", async () => {
    const found = await read({
      'project.yml': 'options:\n  deploymentTarget:\n    iOS: "18.5"\ninclude:\n- path: App/target.yml\n',
      'App/target.yml': 'targets:\n  ElementX:\n    type: application\n    platform: iOS\n',
    });
    expect(found).toEqual(['app iOS ElementX 18.5 project.yml:3']);
  });
});

describe("a target's minimum is", () => {
  const project = 'ios/App.xcodeproj/project.pbxproj';

  test("its own, else its project's", async () => {
    const own = await read({
      [project]: projectOf({ project: '14.0', targets: [app('App', '16.0'), app('Lite', null)] }),
    });
    expect(own.map((line) => line.split(' ios/')[0])).toEqual(['app iOS App 16.0', 'app iOS Lite 14.0']);
  });

  test('that of its .xcconfig and what this includes, unless the target overrides it', async () => {
    const files = {
      [project]: projectOf({
        project: null,
        config: 'Base.xcconfig',
        targets: [app('App', null), app('Lite', '13.0')],
      }),
      'ios/Base.xcconfig':
        '#include "Shared.xcconfig"\n// IPHONEOS_DEPLOYMENT_TARGET = 12.0\nOTHER = $(inherited)\n',
      'ios/Shared.xcconfig': 'MINIMUM = 15.0\nIPHONEOS_DEPLOYMENT_TARGET = $(MINIMUM)\n',
    };
    const found = await read(files);
    expect(found[0]).toBe('app iOS App 15.0 ios/Shared.xcconfig:1');
    expect(found[1]).toContain('app iOS Lite 13.0');
  });

  test('of its platform alone, and tests and extensions have no users', async () => {
    const found = await read({
      [project]: projectOf({
        project: '16.0',
        targets: [
          app('App', null, { MACOSX_DEPLOYMENT_TARGET: '13.3' }),
          { ...app('Tests', null), productType: 'bundle.unit-test' },
          { ...app('Kit', null), productType: 'framework' },
        ],
      }),
    });
    expect(found.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      'app iOS App 16.0',
      'other iOS Tests 16.0',
      'library iOS Kit 16.0',
    ]);
  });

  test('that of an app for a watch in an app for phones; another app in an app is a helper', async () => {
    const watch = app('Watch', null, { SDKROOT: 'watchos', WATCHOS_DEPLOYMENT_TARGET: '9.0' });
    const found = await read({
      [project]: projectOf({
        project: '16.0',
        targets: [{ ...app('App', null), embeds: ['Watch', 'Helper'] }, watch, app('Helper', null)],
      }),
    });
    expect(found.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      'app iOS App 16.0',
      'app watchOS Watch 9.0',
      'other iOS Helper 16.0',
    ]);
  });

  test("the project's, whatever a Podfile next to it says", async () => {
    const found = await read({
      [project]: projectOf({ project: '15.0', targets: [app('App', null)] }),
      'ios/Podfile': "platform :ios, '16.0'\n",
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('app iOS App 15.0');
  });

  test.each([
    ['latest/App', 'app'],
    ['ios', 'app'],
    ['Examples/App', 'other'],
    ['AppUITests/Host', 'other'],
    ['tools', 'other'],
  ])('in the folder %s that of an %s', async (folder, kind) => {
    const source = projectOf({ project: '16.0', targets: [app('App', null)] });
    const [found] = await read({ [`${folder}/App.xcodeproj/project.pbxproj`]: source });
    expect(found).toContain(`${kind} iOS App 16.0`);
  });

  test('read on both sides of a conflict that somebody left in the project', async () => {
    const source = projectOf({ project: '15.0', targets: [app('App', null)] });
    const conflict =
      '<<<<<<< HEAD\n\t\tname = App;\n=======\n\t\tname = Old;\n>>>>>>> 1234567 (Begin a new app)\n';
    const [found] = await read({ [project]: source.replace('\t};\n', `\t};\n${conflict}`) });
    expect(found).toContain('app iOS App 15.0');
  });

  test("the last of an .xcconfig's values, those of an included file counted in", async () => {
    const [found] = await read({
      [project]: projectOf({ project: null, config: 'Base.xcconfig', targets: [app('App', null)] }),
      'ios/Base.xcconfig': 'IPHONEOS_DEPLOYMENT_TARGET = 14.0\n#include "Later.xcconfig"\n',
      'ios/Later.xcconfig': 'IPHONEOS_DEPLOYMENT_TARGET=15.0;\nIPHONEOS_DEPLOYMENT_TARGET = $(inherited)\n',
    });
    expect(found).toBe('app iOS App 15.0 ios/Later.xcconfig:1');
  });

  test('that of an alias, in a specification of XcodeGen', async () => {
    const source =
      'minimum: &minimum "16.0"\noptions: { deploymentTarget: { iOS: "13.0" } }\ntargets:\n  A:\n    type: application\n    platform: iOS\n    deploymentTarget: *minimum\n';
    expect(await read({ 'project.yml': source })).toEqual(['app iOS A 16.0 project.yml:1']);
  });

  test('none, if the project is no project', async () => {
    expect(await read({ [project]: '<<<<<<< HEAD\nno project' })).toEqual([]);
  });
});
