// Everything that is tried at the gates.
import type { Lie, Undecidable, Work } from './case.ts';
import { abacusWork } from './honest/abacus.ts';
import { acmeWork } from './honest/acme.ts';
import { almanacWork } from './honest/almanac.ts';
import { atlasWork } from './honest/atlas.ts';
import { beaconWork } from './honest/beacon.ts';
import { cadenceWork } from './honest/cadence.ts';
import { clinicWork } from './honest/clinic.ts';
import { courierWork } from './honest/courier.ts';
import { depotWork } from './honest/depot.ts';
import { deskWork } from './honest/desk.ts';
import { ferryWork } from './honest/ferry.ts';
import { gaugeWork } from './honest/gauge.ts';
import { gaugeSessions } from './honest/gauge-sessions.ts';
import { gridWork } from './honest/grid.ts';
import { harborWork } from './honest/harbor.ts';
import { harborTestsWork } from './honest/harbor-tests.ts';
import { javascriptWork } from './honest/javascript.ts';
import { kanbanWork } from './honest/kanban.ts';
import { keepWork } from './honest/keep.ts';
import { larderWork } from './honest/larder.ts';
import { lettersWork } from './honest/letters.ts';
import { millraceWork } from './honest/millrace.ts';
import { nightlyWork } from './honest/nightly.ts';
import { otherWork } from './honest/others.ts';
import { passbookWork } from './honest/passbook.ts';
import { queueWork } from './honest/queue.ts';
import { recipeWork } from './honest/recipe.ts';
import { ringWork } from './honest/ring.ts';
import { sieveWork } from './honest/sieve.ts';
import { silenceWork } from './honest/silence.ts';
import { strangers as strangersWork } from './honest/strangers.ts';
import { studioWork } from './honest/studio.ts';
import { tallyWork } from './honest/tally.ts';
import { tariffWork } from './honest/tariff.ts';
import { timecardWork } from './honest/timecard.ts';
import { tinctWork } from './honest/tinct.ts';
import { tollgateWork } from './honest/tollgate.ts';
import { versoWork } from './honest/verso.ts';
import { vitrineWork } from './honest/vitrine.ts';
import { abacusLies } from './lies/abacus.ts';
import { acmeLies } from './lies/acme.ts';
import { almanacLies } from './lies/almanac.ts';
import { atlasLies } from './lies/atlas.ts';
import { beaconLies } from './lies/beacon.ts';
import { cadenceLies } from './lies/cadence.ts';
import { clinicLies } from './lies/clinic.ts';
import { courierLies } from './lies/courier.ts';
import { depotLies } from './lies/depot.ts';
import { deskLies } from './lies/desk.ts';
import { ferryLies } from './lies/ferry.ts';
import { gaugeLies } from './lies/gauge.ts';
import { gaugeSessionLies } from './lies/gauge-sessions.ts';
import { goLies } from './lies/go.ts';
import { gridLies } from './lies/grid.ts';
import { harborLies } from './lies/harbor.ts';
import { harborNewLies } from './lies/harbor-new.ts';
import { javascriptLies } from './lies/javascript.ts';
import { kanbanLies } from './lies/kanban.ts';
import { keepLies } from './lies/keep.ts';
import { larderLies } from './lies/larder.ts';
import { lettersLies } from './lies/letters.ts';
import { millraceLies } from './lies/millrace.ts';
import { nightlyLies } from './lies/nightly.ts';
import { passbookLies } from './lies/passbook.ts';
import { pythonLies } from './lies/python.ts';
import { queueLies } from './lies/queue.ts';
import { recipeLies } from './lies/recipe.ts';
import { repositoryLies } from './lies/repository.ts';
import { ringLies } from './lies/ring.ts';
import { runnerTricks } from './lies/runner-tricks.ts';
import { rustLies } from './lies/rust.ts';
import { sieveLies } from './lies/sieve.ts';
import { silenceLies } from './lies/silence.ts';
import { strangers, strangersHonest } from './lies/strangers.ts';
import { studioLies } from './lies/studio.ts';
import { tallyLies } from './lies/tally.ts';
import { tariffLies } from './lies/tariff.ts';
import { timecardLies } from './lies/timecard.ts';
import { tinctLies } from './lies/tinct.ts';
import { tollgateLies } from './lies/tollgate.ts';
import { versoLies } from './lies/verso.ts';
import { vitrineLies } from './lies/vitrine.ts';
import { undecidable } from './undecidable.ts';

export const LIES: readonly Lie[] = [
  ...javascriptLies,
  ...pythonLies,
  ...goLies,
  ...rustLies,
  ...runnerTricks,
  ...repositoryLies,
  ...strangers,
  ...abacusLies,
  ...acmeLies,
  ...atlasLies,
  ...courierLies,
  ...keepLies,
  ...lettersLies,
  ...deskLies,
  ...beaconLies,
  ...gridLies,
  ...passbookLies,
  ...queueLies,
  ...recipeLies,
  ...ringLies,
  ...silenceLies,
  ...studioLies,
  ...tariffLies,
  ...gaugeLies,
  ...gaugeSessionLies,
  ...depotLies,
  ...timecardLies,
  ...harborLies,
  ...harborNewLies,
  ...cadenceLies,
  ...vitrineLies,
  ...sieveLies,
  ...tollgateLies,
  ...kanbanLies,
  ...clinicLies,
  ...ferryLies,
  ...tinctLies,
  ...tallyLies,
  ...millraceLies,
  ...larderLies,
  ...versoLies,
  ...nightlyLies,
  ...almanacLies,
];
export const HONEST: readonly Work[] = [
  ...javascriptWork,
  ...otherWork,
  ...strangersWork,
  ...strangersHonest,
  ...abacusWork,
  ...acmeWork,
  ...atlasWork,
  ...courierWork,
  ...keepWork,
  ...lettersWork,
  ...deskWork,
  ...beaconWork,
  ...gridWork,
  ...passbookWork,
  ...queueWork,
  ...recipeWork,
  ...ringWork,
  ...silenceWork,
  ...studioWork,
  ...tariffWork,
  ...gaugeWork,
  ...gaugeSessions,
  ...depotWork,
  ...timecardWork,
  ...harborWork,
  ...harborTestsWork,
  ...cadenceWork,
  ...vitrineWork,
  ...sieveWork,
  ...tollgateWork,
  ...kanbanWork,
  ...clinicWork,
  ...ferryWork,
  ...tinctWork,
  ...tallyWork,
  ...millraceWork,
  ...larderWork,
  ...versoWork,
  ...nightlyWork,
  ...almanacWork,
];
export const UNDECIDABLE: readonly Undecidable[] = undecidable;
